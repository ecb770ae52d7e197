import { type Lease, leaseSecretHeader } from '@kinora/contract';
import { completion } from './completion.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

export { completion };

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

/** Every call for a lease. */
export const LEASE_CALLS: Readonly<
  Record<string, (worker: WorkerCalls, lease: Lease) => ReturnType<WorkerCalls['get']>>
> = {
  prompt: (worker, lease) => worker.get(leasePath(lease, '').replace('/#', '#')),
  heartbeat: (worker, lease) => worker.post(leasePath(lease, 'heartbeat'), { progress: 1, stage: 'late' }),
  input: (worker, lease) => worker.get(leasePath(lease, 'init-image')),
  order: (worker, lease) => worker.post(leasePath(lease, 'order'), { account: 'vendor.example 1' }),
  link: (worker, lease) => worker.post(leasePath(lease, 'upload-link'), { bytes: 6 }),
  upload: (worker, lease) => worker.put(leasePath(lease, 'artifacts/result.png'), new Uint8Array([6, 6, 6])),
  complete: (worker, lease) => worker.post(leasePath(lease, 'complete'), completion(lease)),
  fail: (worker, lease) => worker.post(leasePath(lease, 'fail'), { reason: 'late', retryable: false }),
  block: (worker, lease) => worker.post(leasePath(lease, 'block'), { category: 'late', reason: 'late' }),
  release: (worker, lease) => worker.post(leasePath(lease, 'release'), {}),
};
