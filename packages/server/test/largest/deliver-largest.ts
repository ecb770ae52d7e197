import assert from 'node:assert/strict';
import { probeMedia } from '@kinora/video/probe';
import { until } from '../support/deadline.ts';
import { ASK, callsWith, imageOf, type JobCaller, resetCallLimit } from '../support/job-api.ts';
import type { TestApp } from '../support/test-app.ts';
import { type LargestOrder, MAX_UPLOAD } from './largest-orders.ts';

let upload: Promise<string> | undefined;

/** Orders it, waits until the service's worker has delivered it, and asserts that all of the file is as ordered. */
export async function assertDelivered(
  service: TestApp,
  caller: JobCaller,
  { type, needsImage, width, height, length, quote }: LargestOrder,
  limitMs: number,
): Promise<void> {
  await resetCallLimit(service, caller.accountId);
  const request = { ...ASK, type, width, height, length };
  upload ??= imageOf(MAX_UPLOAD.width, MAX_UPLOAD.height);
  const accepted = await caller.generate(needsImage ? { ...request, image_base64: await upload } : request);
  assert.equal(accepted.status, 200, accepted.text);
  const [row] = await untilEnded(service, accepted.body.job_id, limitMs);
  assert.equal(row?.state, 'completed', `${type}: ${row?.error}`);
  // A token may end while a video is rendered.
  const { body } = await callsWith(service, await caller.freshToken()).job(accepted.body.job_id);
  await assertFile(await download(body.results[0].url), quote);
}

export async function download(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

export async function untilEnded(service: TestApp, jobId: string, limitMs: number) {
  let rows: { state: string; error: string | null }[] = [];
  await until(async () => {
    rows = await service.database.query(
      'select state, error from current_jobs where id = $1 and ended_at is not null',
      [jobId],
    );
    return rows.length > 0;
  }, limitMs);
  return rows;
}

export async function assertFile(bytes: Uint8Array, quote: LargestOrder['quote']): Promise<void> {
  const media = await probeMedia(bytes);
  assert.deepEqual([media.width, media.height], [quote.width, quote.height]);
  assert.equal(media.kind, quote.medium === 'image' ? 'png' : 'mp4');
  if (media.kind === 'png' || quote.medium === 'image') return;
  assert.deepEqual([media.framesDecoded, Math.round(media.fps)], [quote.frames, quote.model.framesPerSecond]);
}
