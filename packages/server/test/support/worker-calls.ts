import { type Lease, leaseSecretHeader } from '@kinora/contract';
import { type Answer, send, type TestApp } from './test-app.ts';

export { completion } from './completion.ts';

/** Calls of the worker protocol one by one, without the retries of the worker's own client. */
export interface WorkerCalls {
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, bytes: Uint8Array): Promise<Answer>;
  /** Sends bytes with another method. */
  send(path: string, method: string, bytes: Uint8Array): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

export function workerCalls(service: TestApp, token = service.app.workerToken): WorkerCalls {
  const headers = { authorization: `Bearer ${token}` };
  const call = (pathAndSecret: string, init: RequestInit) => {
    const [path, secret] = pathAndSecret.split('#');
    const ofLease = secret === undefined ? {} : { [leaseSecretHeader]: secret };
    return send(`${service.url}/worker/v1${path}`, {
      ...init,
      headers: { ...headers, ...ofLease, ...init.headers },
    });
  };
  const sendBytes = (path: string, method: string, bytes: Uint8Array) =>
    call(path, {
      method,
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    });
  return {
    post: (path, body) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    put: (path, bytes) => sendBytes(path, 'PUT', bytes),
    send: sendBytes,
    get: (path) => call(path, { method: 'GET' }),
  };
}

/** A path for `workerCalls`, which sends what follows `#` as the secret of the lease. */
export function leasePath(
  { job_id, attempt, secret }: Pick<Lease, 'job_id' | 'attempt' | 'secret'>,
  action: string,
): string {
  return `/leases/${job_id}/${attempt}/${action}#${secret}`;
}
