import { createKinoraClient, type KinoraClient } from '@kinora/client';
import { adapterVersion } from '../adapter-facts.ts';

/** A model reads a refusal and asks again, so only short interruptions are bridged. */
const RETRIES = 3;
const MAX_RETRY_WAIT_MS = 2_000;

/** A client with the key that this computer has now. */
export function connectService(address: string, key: string | undefined): KinoraClient {
  return createKinoraClient({
    baseUrl: `${address}/api`,
    // A key that no request can carry is left out, so the service responds as to any other invalid key.
    apiKey: key !== undefined && /^[\x21-\x7e]+$/.test(key) ? key : undefined,
    userAgent: `kinora-mcp/${adapterVersion}`,
    retries: RETRIES,
    maxRetryWaitMs: MAX_RETRY_WAIT_MS,
  });
}
