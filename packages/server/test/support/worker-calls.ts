import type { Lease } from '@kinora/contract';
import { type Answer, send, type TestApp } from './test-app.ts';

export { completion } from './completion.ts';

/** Calls of the worker protocol one by one, without the retries of the worker's own client. */
export interface WorkerCalls {
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, bytes: Uint8Array): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

export function workerCalls(service: TestApp): WorkerCalls {
  const headers = { authorization: `Bearer ${service.app.workerToken}` };
  const call = (path: string, init: RequestInit) =>
    send(`${service.url}/worker/v1${path}`, { ...init, headers: { ...headers, ...init.headers } });
  return {
    post: (path, body) =>
      call(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    put: (path, bytes) =>
      call(path, {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    get: (path) => call(path, { method: 'GET' }),
  };
}

export function leasePath({ job_id, attempt }: Pick<Lease, 'job_id' | 'attempt'>, action: string): string {
  return `/leases/${job_id}/${attempt}/${action}`;
}
