import { LoadAPIKeyError } from '@ai-sdk/provider';

export interface KinoraSettings {
  /** The address of the service; by default that of KINORA_SERVER, or of a service on this machine. */
  readonly baseURL?: string | undefined;
  /** By default that of KINORA_API_KEY. */
  readonly apiKey?: string | undefined;
  /** Sent with each request to the service. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global one, for example with a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** The address and the key of a service. */
export function readConfig({ baseURL, apiKey }: KinoraSettings) {
  // Browsers have no environment, and the published declarations need no types of Node.
  const { process } = globalThis as { process?: { readonly env: Readonly<Record<string, string>> } };
  const { KINORA_SERVER, KINORA_API_KEY } = process?.env ?? {};
  const key = apiKey ?? KINORA_API_KEY;
  if (key !== undefined) return { baseUrl: baseURL ?? KINORA_SERVER ?? 'http://127.0.0.1:8787', apiKey: key };
  throw new LoadAPIKeyError({ message: 'Kinora needs a key: set KINORA_API_KEY, or pass apiKey.' });
}
