import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { type FakeComfyUi, startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { type ComfyUiEngine, createComfyUiEngine } from '@kinora/worker/comfyui/comfyui-engine';
import { loadTemplates } from '@kinora/worker/comfyui/template';
import type { WorkerEvent } from '@kinora/worker/run-worker';
import { apply, changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { resultOf } from '../support/result-of.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { assertRedrawnAndEnlarged } from './redraw-and-enlarge.ts';

/** End to end: the service, the worker loop, the engine and a fake ComfyUI. */

let service: TestApp;
let client: KinoraClient;
let comfy: FakeComfyUi;
let stopComfy: () => Promise<void>;
let engine: ComfyUiEngine;
let workflowsDir: string;
let worker: ReturnType<typeof startRealWorker>;
const events: WorkerEvent[] = [];

before(async () => {
  await addOwnWorkflow();
  ({ comfy, stop: stopComfy } = await startFakeComfyUi(await loadTemplates(workflowsDir)));
  engine = await createComfyUiEngine({
    url: comfy.url,
    workflowsDir,
    timeouts: { pollMs: 20, silenceMs: 5_000 },
  });
  service = await startTestApp();
  await apply(service.database, changedCatalogue(operatorsOwn));
  const { key } = await service.account();
  client = createKinoraClient({ baseUrl: `${service.url}/api`, apiKey: key, userAgent: TEST_USER_AGENT });
  worker = startRealWorker(service, engine, (event) => events.push(event));
});
after(async () => {
  await worker.stop();
  await engine.close();
  await service.stop();
  await stopComfy();
  await rm(workflowsDir, { recursive: true });
});

/** The shipped workflows, and one of an operator's own model, which renders 4n + 1 frames at 16 a second as Wan does. */
async function addOwnWorkflow(): Promise<void> {
  workflowsDir = await mkdtemp(path.join(tmpdir(), 'kinora-workflows-'));
  await cp(WORKFLOWS, workflowsDir, { recursive: true });
  const folder = path.join(workflowsDir, 'own');
  await cp(path.join(WORKFLOWS, 'ltx-2.3-fast-text-to-video'), folder, { recursive: true });
  const change = async (file: string, by: (text: string) => string) =>
    writeFile(path.join(folder, file), by(await readFile(path.join(folder, file), 'utf8')));
  await change('workflow.json', (text) =>
    text
      .replace('EmptyLTXVLatentVideo', 'EmptyHunyuanLatentVideo')
      .replaceAll(/"(fps|frame_rate)": 24/g, '"$1": 16'),
  );
  await change('manifest.json', (text) => {
    const { inputs, alternatives, ...manifest } = JSON.parse(text);
    const { framesPerSecond, ...others } = inputs;
    return JSON.stringify({ ...manifest, serves: ['draft'], frameStep: 4, inputs: others });
  });
}

test('an image has the size that was billed', async () => {
  verifies('DEC-COMFY-02');
  const job = await client.generateImage({ prompt: 'a red fox', width: 500, height: 300, seed: 5 });
  const made = await probeMedia(await resultOf(client, job));
  assert.deepEqual([made.kind, made.width, made.height], ['png', 500, 300]);
});

test('GET /health reports the free memory and the queue of ComfyUI', async () => {
  verifies('JOB-HEALTH-04');
  const health = (await (await fetch(`${service.url}/health`)).json()) as {
    image_workers: Record<string, object>;
  };
  const expected = { healthy: true, gpu: 'none', queue_size: 0, vram_free_gb: 20 };
  assert.deepEqual(health.image_workers['real-worker'], expected);
});

test('a video from text and a video from an image have the size and length that were billed', async () => {
  verifies('DEC-COMFY-02');
  const image = await redAndBlue(320, 256).png().toBuffer();
  for (const from of [{}, { init_image_base64: image.toString('base64') }]) {
    const job = await client.generateVideo({
      prompt: 'surf at noon',
      width: 448,
      height: 256,
      duration: 1,
      ...from,
    });
    const video = await probeMedia(await resultOf(client, job));
    assert.ok(video.kind === 'mp4' && video.audio);
    assert.deepEqual([video.width, video.height], [job.output_width, job.output_height]);
    assert.deepEqual([video.framesDecoded, Math.round(video.fps), video.fastStart], [25, 24, true]);
  }
});

test("a video of an operator's own model is rendered on the grid that the catalogue sells", async () => {
  verifies('DEC-COMFY-16');
  const ordered = { prompt: 'surf at noon', model: 'draft', width: 832, height: 480, duration: 2.3 };
  const job = await client.generateVideo(ordered);
  const video = await probeMedia(await resultOf(client, job));
  assert.ok(video.kind === 'mp4');
  assert.deepEqual(
    [video.width, video.height, video.framesDecoded, Math.round(video.fps)],
    [832, 480, 37, 16],
  );
  const sent = comfy.submitted.at(-1);
  assert.deepEqual([sent?.['9']?.class_type, sent?.['9']?.inputs.length], ['EmptyHunyuanLatentVideo', 37]);
});

test('an image is redrawn, and enlarged to twice and four times its size', async () => {
  verifies('DEC-COMFY-02');
  await assertRedrawnAndEnlarged(service);
});

test('a crash of ComfyUI during a job costs one attempt, and the job is rendered after its restart', async () => {
  verifies('DEC-COMFY-09', 'DEC-COMFY-11');
  comfy.pause();
  const job = await client.generateImage({ prompt: 'a heron', width: 256, height: 256, seed: 6 });
  await until(() => comfy.running !== undefined);
  await comfy.stop();
  await until(() => events.some(({ event }) => event === 'failed'));
  await comfy.start();
  await resultOf(client, job);
  const attempts = events.flatMap((each) => (each.event === 'started' ? [each] : []));
  assert.equal(attempts.at(-1)?.attempt, 2);
});

test('a job deleted while it is rendered is cancelled at ComfyUI', async () => {
  verifies('DEC-COMFY-10');
  comfy.pause();
  const before = comfy.interruptions;
  const { job_id: id } = await client.generateImage({ prompt: 'an owl', width: 256, height: 256, seed: 7 });
  await until(() => comfy.running !== undefined);
  await client.deleteJob(id);
  await until(() => comfy.interruptions > before);
  comfy.release();
  await resultOf(client, await client.generateImage({ prompt: 'a swan', width: 256, height: 256, seed: 8 }));
});
