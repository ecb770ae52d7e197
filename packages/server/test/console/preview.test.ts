import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import { encodeVideo } from '@kinora/video/encode-video';
import sharp from 'sharp';
import { openStore } from '../../src/storage/open-store.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { callsWith } from '../support/job-api.ts';
import { makeResult } from '../support/make-results.ts';
import { manualClock } from '../support/manual-clock.ts';
import { keysOf } from '../support/stores-under-test.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;
const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

async function person() {
  const caller = await newCaller(service);
  return { ...caller, token: await tokenOf(service, caller) };
}
type Owner = Awaited<ReturnType<typeof person>>;

const pathOf = (jobId: string, query = '') => `/jobs/${jobId}/preview${query}`;

function load(owner: Owner, jobId: string, query = '', headers: Record<string, string> = {}) {
  const url = `${service.url}/api/console${pathOf(jobId, query)}`;
  return fetch(url, { headers: { ...owner.headers, ...headers } });
}

async function shapeOf(response: Response): Promise<readonly unknown[]> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/jpeg');
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  return [format, width, height];
}

const image = (owner: Owner) =>
  makeResult(service, owner, { width: 1024, height: 576, bytes: paintedPng(1024, 576, 1) });

test('the owner of a result gets a small JPEG in the size of a tile, which the browser may keep', async () => {
  verifies('DEC-STUDIO-10');
  const owner = await person();
  const jobId = await image(owner);
  const response = await load(owner, jobId, '?side=256');
  assert.match(response.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
  const etag = response.headers.get('etag') ?? '';
  assert.deepEqual(await shapeOf(response), ['jpeg', 256, 144]);
  for (const query of ['', '?side=512']) {
    const larger = await load(owner, jobId, query, { 'if-none-match': etag });
    assert.deepEqual(await shapeOf(larger), ['jpeg', 512, 288], 'another size is another representation');
  }
  const again = await load(owner, jobId, '?side=256', { 'if-none-match': etag });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  for (const query of ['?side=4096', '?side=', '?width=256', '?side=256&side=512']) {
    assert.equal((await load(owner, jobId, query)).status, 400, query);
  }
});

test('the preview of a video is its first frame', async () => {
  verifies('DEC-STUDIO-10');
  const owner = await person();
  const [width, height, frames] = [512, 256, 17];
  const draw = async (background: string) =>
    sharp({ create: { width, height, channels: 4, background } })
      .raw()
      .toBuffer();
  const [red, blue] = [await draw('#f00'), await draw('#00f')];
  const bytes = await encodeVideo({
    width,
    height,
    frames,
    fps: 24,
    drawFrame: (index) => (index === 0 ? red : blue),
    signal: new AbortController().signal,
  });
  const jobId = await makeResult(service, owner, { type: 'video', width, height, length: frames, bytes });
  const preview = Buffer.from(await (await load(owner, jobId)).arrayBuffer());
  const { dominant } = await sharp(preview).stats();
  assert.ok(dominant.r > 200 && dominant.b < 60, JSON.stringify(dominant));
});

test('nobody else gets it, nor the owner of a result that is not ready, reported, deleted or expired', async () => {
  verifies('DEC-STUDIO-10');
  const owner = await person();
  const stranger = await person();
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  const jobId = await image(owner);
  const etag = (await load(owner, jobId)).headers.get('etag') ?? '';
  const refused = async (by: Owner, id: string) => {
    const response = await load(by, id, '', { 'if-none-match': etag });
    assert.deepEqual([response.status, response.headers.get('cache-control')], [404, 'no-store']);
    assert.match(await response.text(), /"not_found"/);
  };
  await refused(stranger, jobId);
  await refused(owner, crypto.randomUUID());
  await refused(owner, 'x');
  const nobody = await fetch(`${service.url}/api/console${pathOf(jobId)}`, {
    headers: { 'if-none-match': etag },
  });
  assert.equal(nobody.status, 401);

  await service.database.query('update jobs set hidden_at = now() where id = $1', [jobId]);
  await refused(owner, jobId);
  await service.database.query('update jobs set hidden_at = null where id = $1', [jobId]);
  assert.equal((await load(owner, jobId)).status, 200);
  const stored = async () => (await keysOf({ blobs })).filter((key) => key.includes(jobId));
  assert.equal((await stored()).length, 2, 'the result and its preview');
  const deleted = await send(`${service.url}/api/job/${jobId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(deleted.status, 204);
  await refused(owner, jobId);
  assert.deepEqual(await stored(), []);

  const { body } = await callsWith(service, owner.token).generate({
    type: 'image',
    prompt: 'not yet',
    age_verified: true,
  });
  await refused(owner, body.job_id);
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await load(owner, body.job_id)).status, 200);
  clock.advance(8 * DAY_MS);
  await refused(owner, body.job_id);
});

test('a result that cannot be decoded has no preview', async () => {
  const owner = await person();
  const jobId = await makeResult(service, owner, { type: 'video', length: 17 });
  const [job] = await service.database.query<{ key: string }>(
    'select artifact_key as key from jobs where id = $1',
    [jobId],
  );
  await writeFile(path.join(service.dataDir, 'blobs', job?.key ?? ''), 'no video');
  assert.equal((await load(owner, jobId)).status, 404);
});
