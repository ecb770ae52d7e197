import assert from 'node:assert/strict';
import { publishWordsVersion } from '@kinora/contract';
import type { LeaseClient } from '@kinora/worker/lease-client';
import { deliver, takeLease } from './act-as-worker.ts';
import { ASK, callsWith, resetCallLimit } from './job-api.ts';
import type { TestApp } from './test-app.ts';

/** What PUT /published/<job id> takes from a person who has read the words of now. */
export const AGREED = { consent: publishWordsVersion };

/** Orders a job of the job API with this token and delivers it as a worker; returns its id. */
export async function makeResult(
  service: TestApp,
  { accountId, token }: { readonly accountId: string; readonly token: string },
  { bytes, ...order }: { readonly bytes?: Uint8Array; readonly [field: string]: unknown } = {},
  worker: LeaseClient = service.worker,
): Promise<string> {
  await resetCallLimit(service, accountId);
  const accepted = await callsWith(service, token).generate({ ...ASK, type: 'image', ...order });
  assert.equal(accepted.status, 200, accepted.text);
  await deliver(worker, await takeLease(worker), bytes);
  return accepted.body.job_id;
}
