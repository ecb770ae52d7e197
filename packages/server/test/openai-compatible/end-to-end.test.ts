import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { blocksFor } from '@kinora/testing/documents';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import OpenAI, { toFile } from 'openai';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { IMAGE, openaiClient, VIDEO } from '../support/openai-client.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** End to end: the openai package, the server, the real worker loop and the procedural engine. */

let service: TestApp;
let customer: TestAccount;
let client: OpenAI;
let worker: ReturnType<typeof startRealWorker>;
before(async () => {
  service = await startTestApp();
  customer = await service.account(1000);
  client = openaiClient(service, customer);
  worker = startRealWorker(service, createProceduralEngine());
});
after(async () => {
  await worker.stop();
  await service.stop();
});

test('the openai package makes images, as bytes and as links', async () => {
  verifies('DEC-FACADE-01', 'DEC-FACADE-02');
  const before = await balanceOf(service.database, customer.id);
  const made = await client.images.generate({ ...IMAGE, response_format: 'b64_json' });
  assert.equal(made.data?.length, 1);
  assert.deepEqual(Object.keys(made.data?.[0] ?? {}), ['b64_json']);
  assert.deepEqual([made.output_format, made.size], ['png', '256x256']);
  const facts = await probeMedia(Buffer.from(made.data?.[0]?.b64_json ?? '', 'base64'));
  assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 256, 256]);

  const linked = await client.images.generate({ ...IMAGE, n: 2, response_format: 'url' });
  assert.equal(linked.data?.length, 2);
  for (const image of linked.data ?? []) {
    assert.deepEqual(Object.keys(image), ['url']);
    const response = await fetch(image.url ?? '');
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal((await probeMedia(Buffer.from(await response.arrayBuffer()))).width, 256);
  }
  assert.equal(before - (await balanceOf(service.database, customer.id)), 3 * 5);
});

test('the openai package makes a video, polls it, streams it to a file, lists it and deletes it', async () => {
  verifies('DEC-FACADE-01', 'DEC-FACADE-11');
  const photo = await plain().resize(448, 256).png().toBuffer();
  const created = await client.videos.create({
    ...VIDEO,
    input_reference: await toFile(photo, 'photo.png', { type: 'image/png' }),
  });
  assert.equal(created.object, 'video');
  assert.ok(['queued', 'in_progress'].includes(created.status));
  assert.deepEqual(
    [created.model, created.prompt, created.seconds, created.size, created.completed_at, created.error],
    ['kinora-video-fast', 'surf at noon', '1', '448x256', null, null],
  );
  let video = created;
  await until(async () => {
    video = await client.videos.retrieve(created.id);
    return video.status !== 'queued' && video.status !== 'in_progress';
  }, SLOW_MS);
  assert.deepEqual([video.status, video.progress], ['completed', 100]);
  assert.ok(video.completed_at !== null && video.completed_at >= video.created_at);
  assert.equal(video.expires_at, video.completed_at + 7 * 86_400);

  const file = path.join(service.dataDir, 'video.mp4');
  const content = await client.videos.downloadContent(video.id);
  assert.equal(content.headers.get('content-type'), 'video/mp4');
  assert.ok(content.body !== null);
  await pipeline(content.body, createWriteStream(file));
  const facts = await probeMedia(await readFile(file));
  assert.ok(facts.kind === 'mp4' && facts.audio !== undefined);
  assert.deepEqual([facts.width, facts.height, facts.framesDecoded], [448, 256, 25]);

  const listed = await client.videos.list();
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [video.id],
  );
  assert.deepEqual(await client.videos.delete(video.id), {
    id: video.id,
    object: 'video.deleted',
    deleted: true,
  });
  await assert.rejects(client.videos.retrieve(video.id), OpenAI.NotFoundError);
  await assert.rejects(client.videos.downloadContent(video.id), OpenAI.NotFoundError);
  assert.deepEqual((await client.videos.list()).data, []);
});

/** The program of a language in the documentation, with this server's address and key, and small sizes. */
function documented(language: string): string {
  const blocks = blocksFor('docs/openai-compatible.md', 'openai-compatible/end-to-end');
  const block = blocks.find((one) => one.language === language);
  assert.ok(block !== undefined, language);
  return block.text
    .replaceAll('http://127.0.0.1:8787', service.url)
    .replaceAll('kn_...', customer.key)
    .replaceAll('1024x1024', '256x256')
    .replaceAll('1280x720', '448x256')
    .replaceAll(/(seconds(?:: |=)['"])5/g, '$11');
}

/** Runs a program in a folder of its own; returns the video that it has written there. */
async function run(command: string, options: readonly string[], program: string): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(service.dataDir, 'documented-'));
  await symlink(path.resolve(import.meta.dirname, '../../../../node_modules'), `${folder}/node_modules`);
  const child = spawn(command, options, { cwd: folder, stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.end(program);
  const [status] = await within(() => `the end of ${command}`, once(child, 'exit'), SLOW_MS);
  assert.equal(status, 0);
  assert.equal((await probeMedia(await readFile(`${folder}/lighthouse.png`))).width, 256);
  return readFile(`${folder}/lighthouse.mp4`);
}

test('the JavaScript of the documentation makes an image, and a video from it', async () => {
  verifies('DEC-FACADE-01');
  const program = documented('js');
  const video = await probeMedia(await run(process.execPath, ['--input-type=module', '-'], program));
  assert.ok(video.kind === 'mp4');
  assert.deepEqual([video.width, video.height, video.framesDecoded], [448, 256, 25]);
});

const hasPython = spawnSync('python3', ['-c', 'import openai']).status === 0;
test('so does its Python', { skip: !hasPython && 'python3 has no openai package' }, async () => {
  const video = await probeMedia(await run('python3', ['-W', 'ignore', '-'], documented('python')));
  assert.ok(video.kind === 'mp4' && video.framesDecoded === 25);
});

test('the models are those that can be ordered', async () => {
  verifies('DEC-FACADE-01');
  const names = ['kinora-image', 'kinora-video-fast', 'kinora-video-quality', 'kinora-video-cinema'];
  for (const baseURL of [`${service.url}/openai/v1`, `${service.url}/api/openai/v1`]) {
    const models = await openaiClient(service, customer, { baseURL }).models.list();
    assert.deepEqual(
      models.data.map(({ id }) => id),
      names,
    );
  }
  const model = await client.models.retrieve('kinora-image');
  assert.deepEqual([model.id, model.object, model.owned_by], ['kinora-image', 'model', 'kinora']);
  await assert.rejects(client.models.retrieve('gpt-image-1'), OpenAI.NotFoundError);
});
