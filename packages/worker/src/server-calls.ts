import { type Lease, leaseMs, leaseSecretHeader } from '@kinora/contract';

/** HTTP calls of a worker to its server, with the worker token. */
export interface ServerCalls {
  /** One try. Throws `LeaseLost`, `CallRefused`, or what `fetch` throws. */
  call(path: string, init: RequestInit): Promise<Response>;
  /** A server that restarts is back in seconds, so finished work is retried for as long as a lease lasts. */
  callWithRetries(path: string, init: RequestInit, timeoutMs?: number): Promise<Response>;
}

/** The job was leased to another worker, or its account deleted it. */
export class LeaseLost extends Error {}

class CallRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const LEASE_LOST = 409;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
export const CALL_TIMEOUT_MS = 20_000;

export function createServerCalls(serverUrl: string, token: string): ServerCalls {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'kinora-worker/2' };

  async function call(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(serverUrl + path, { ...init, headers: { ...headers, ...init.headers } });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === LEASE_LOST) throw new LeaseLost(text);
    throw new CallRefused(
      response.status,
      `${init.method} ${path} returned ${response.status}: ${text.slice(0, 300)}`,
    );
  }

  return {
    call,
    async callWithRetries(path, init, timeoutMs = CALL_TIMEOUT_MS) {
      const deadline = performance.now() + leaseMs;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
        try {
          return await call(path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        } catch (error) {
          const isFinal = error instanceof LeaseLost || (error instanceof CallRefused && error.status < 500);
          if (isFinal || performance.now() + pauseMs > deadline) throw error;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
  };
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
