import { Readable } from 'node:stream';
import { type Lease, leaseSecretHeader } from '@kinora/contract';
import type { TestApp } from './test-app.ts';
import { leasePath } from './worker-calls.ts';

/** Uploads an artifact piece by piece, as the test lets the pieces come. */
export function sendArtifact(
  { url, app }: TestApp,
  lease: Lease,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Response> {
  return fetch(`${url}/worker/v1${leasePath(lease, `artifacts/${name}`)}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${app.workerToken}`,
      [leaseSecretHeader]: lease.secret,
      'content-type': 'application/octet-stream',
    },
    body: Readable.from(pieces) as never,
    duplex: 'half',
  } as RequestInit);
}
