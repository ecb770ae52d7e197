import assert from 'node:assert/strict';
import type { KinoraClient } from '@kinora/client';
import type { AcceptedJob } from '@kinora/contract';

/** Waits until the job is completed and downloads its result. */
export async function resultOf(client: KinoraClient, job: AcceptedJob): Promise<Uint8Array> {
  const status = await client.waitFor(job, { pollMs: 50 });
  assert.equal(status.status, 'completed');
  return client.download(status.result_url ?? '');
}
