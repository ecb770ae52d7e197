import { type Lease, leaseMs, leaseSecretHeader, type UploadCheck, workerAgent } from '@kinora/contract';
import { CONFLICT, isFinalStatus } from './http-status.ts';
import { pauseUnless } from './pause.ts';

/** HTTP calls of a worker to its server, with the worker token. */
export interface ServerCalls {
  /** One try. Throws `LeaseLost`, `CallRefused`, or what `fetch` throws. */
  call(path: string, init: RequestInit): Promise<Response>;
  /** Repeats a call that may succeed later. Throws what the last try threw, or the reason of `patience.signal`. */
  callWithRetries(path: string, init: RequestInit, options?: RetryOptions): Promise<Response>;
  /** Sends bytes that the server counts and discards. One try. */
  checkUpload(bytes: Uint8Array, signal: AbortSignal): Promise<UploadCheck>;
}

interface RetryOptions {
  /** The timeout of each try. */
  readonly timeoutMs?: number;
  readonly patience?: Patience | undefined;
}

/** How long a call is repeated while the server or the store cannot be reached. */
export interface Patience {
  /** A time of `performance.now()`. */
  readonly until: number;
  /** Aborted when the call is no longer needed. */
  readonly signal: AbortSignal;
}

/** The job was queued again, perhaps for another worker, or has ended: then `isOver`. */
export class LeaseLost extends Error {
  readonly isOver: boolean;
  constructor(message: string, isOver = false) {
    super(message);
    this.isOver = isOver;
  }
}

export class CallRefused extends Error {
  readonly status: number;
  /** The field that this project's server refused; undefined for a response of something in between. */
  readonly field: string | undefined;
  constructor(status: number, message: string, field: string | undefined) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;
export const CALL_TIMEOUT_MS = 20_000;
/** A check may take as long as an upload. */
const CHECK_TIMEOUT_MS = 110_000;

/** A lease lasts as long without heartbeats: a server that restarts is back in seconds. */
export function patienceOfLease(): Patience {
  return { until: performance.now() + leaseMs, signal: new AbortController().signal };
}

/** Whether a call that ended with this error would end so again. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return error instanceof LeaseLost;
  return isFinalStatus(error.status);
}

/** Pauses before a call is repeated, longer each time. False, at once, when that would be too late. */
export function createBackOff({ until, signal }: Patience): () => Promise<boolean> {
  let pauseMs = FIRST_PAUSE_MS / 2;
  return async () => {
    signal.throwIfAborted();
    pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs);
    if (performance.now() + pauseMs > until) return false;
    await pauseUnless(signal, pauseMs);
    signal.throwIfAborted();
    return true;
  };
}

export function createServerCalls(serverUrl: string, token: string): ServerCalls {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': workerAgent };

  async function call(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(serverUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === CONFLICT) throw new LeaseLost(text);
    const message = `${init.method} ${path} returned ${response.status}: ${text.slice(0, 300)}`;
    throw new CallRefused(response.status, message, refusedFieldIn(text));
  }

  return {
    call,
    async checkUpload(bytes, signal) {
      const init = bytesBody('POST', bytes);
      const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      const response = await call('/worker/v1/upload-check', {
        ...init,
        signal: AbortSignal.any([signal, timeout]),
      });
      return (await response.json()) as UploadCheck;
    },
    async callWithRetries(path, init, { timeoutMs = CALL_TIMEOUT_MS, patience = patienceOfLease() } = {}) {
      const backOff = createBackOff(patience);
      for (;;) {
        try {
          const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), patience.signal]);
          return await call(path, { ...init, signal });
        } catch (error) {
          if (isFinal(error) || !(await backOff())) throw error;
        }
      }
    },
  };
}

/** The first field in an `invalid_request` of this project's server. */
function refusedFieldIn(text: string): string | undefined {
  try {
    const { code, issues } = JSON.parse(text);
    return code === 'invalid_request' ? String(issues[0].path) : undefined;
  } catch {
    return undefined;
  }
}

export function jsonBody(body: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** The request with the secret of the lease that it is for. */
export function withSecret({ secret }: Pick<Lease, 'secret'>, init: RequestInit): RequestInit {
  return { ...init, headers: { ...init.headers, [leaseSecretHeader]: secret } };
}

export function bytesBody(method: 'POST' | 'PUT', bytes: Uint8Array): RequestInit {
  return {
    method,
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': 'application/octet-stream' },
  };
}
