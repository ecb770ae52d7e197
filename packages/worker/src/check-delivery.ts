import { storeCheck, type UploadCheck } from '@kinora/contract';
import { freeBuffers } from './free-buffers.ts';
import { PAYLOAD_TOO_LARGE } from './http-status.ts';
import { pauseUnless } from './pause.ts';
import { putToStore } from './put-to-store.ts';
import { CallRefused, type ServerCalls } from './server-calls.ts';

/** It is as large as most results, and above the default limit of every common proxy. */
export const CHECK_BYTES = 32 * 2 ** 20;
const STORE_CHECK = new TextEncoder().encode(storeCheck);
const SOON_MS = 1_000;
const LATER_MS = 30_000;

export interface DeliveryCheck {
  /** A sentence for the operator, with the remedy; undefined if all is well. */
  readonly warning: string | undefined;
  /** Whether results can be delivered, through the server if not directly to the store. */
  readonly isPossible: boolean;
  readonly retryMs: number;
}

/**
 * Sends a large upload through whatever is between this worker and its server, and a small one to the store if the server
 * gives a link to it. A worker whose results cannot arrive must not render any.
 */
export async function checkDelivery(
  checkUpload: ServerCalls['checkUpload'],
  signal: AbortSignal,
): Promise<DeliveryCheck> {
  let check: UploadCheck;
  try {
    check = await checkUpload(new Uint8Array(CHECK_BYTES), signal);
  } catch (error) {
    return describeFailure(error);
  }
  const { upload_url: link } = check;
  const direct = link === null ? 'stored' : await putToStore(link, STORE_CHECK, 'image/png', signal);
  const warning =
    link === null || direct === 'stored'
      ? undefined
      : `this worker cannot upload to the store at ${new URL(link).origin}, so all its results go through the server. ` +
        'Allow the connection, or set the address for workers as public_endpoint=... in KINORA_STORAGE_URL of the server';
  return { warning, isPossible: true, retryMs: 0 };
}

function describeFailure(error: unknown): DeliveryCheck {
  const mebibytes = CHECK_BYTES / 2 ** 20;
  const status = error instanceof CallRefused ? error.status : undefined;
  if (status === PAYLOAD_TOO_LARGE) {
    return {
      warning:
        `a proxy between this worker and KINORA_SERVER_URL refuses uploads of ${mebibytes} MiB (413), so results could not ` +
        'be delivered and this worker takes no job. Raise its request body limit, such as client_max_body_size of ' +
        'nginx, to 513 MiB',
      isPossible: false,
      retryMs: LATER_MS,
    };
  }
  const details = error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error);
  return {
    warning: `an upload of ${mebibytes} MiB did not reach the server at KINORA_SERVER_URL, so this worker takes no job yet: ${details}`,
    isPossible: false,
    retryMs: status === undefined ? SOON_MS : LATER_MS,
  };
}

/** Checks until results can be delivered, or `stop` fires. Logs each new finding once. */
export async function untilDeliverable(
  checkUpload: ServerCalls['checkUpload'],
  stop: AbortSignal,
  warn: (message: string) => void,
): Promise<void> {
  let last: string | undefined;
  while (!stop.aborted) {
    const { warning, isPossible, retryMs } = await checkDelivery(checkUpload, stop);
    if (warning !== undefined && warning !== last && !stop.aborted) warn(warning);
    last = warning;
    freeBuffers();
    if (isPossible) return;
    await pauseUnless(stop, retryMs);
  }
}
