import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RenderTask } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import { redAndBlue } from '@kinora/testing/images';
import { extractFrame } from '@kinora/video/extract-frame';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { type ComfyUiClient, createComfyUiClient } from '../../src/comfyui/comfyui-client.ts';
import { createComfyUiEngine } from '../../src/comfyui/comfyui-engine.ts';
import { inspectInstallation } from '../../src/comfyui/inspect-installation.ts';
import type { Template } from '../../src/comfyui/manifest.ts';
import { loadModelFacts } from '../../src/comfyui/model-facts.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { createRemote } from '../../src/remote/remote.ts';
import { makeModels } from './make-models.ts';

/**
 * `npm run comfyui-templates -- FOLDER [URL]`: puts model files with random weights into the folder of a ComfyUI and
 * renders with every template that comes with Kinora, through the worker's own engine. Ends with 1 if a result is not
 * exactly what was ordered. See docs/comfyui.md.
 */

const TEMPLATES = fileURLToPath(new URL('../../workflows/comfyui/', import.meta.url));
const MARKER_NODE = 'KinoraSmallModels';
/** To start ComfyUI in, which takes a minute on a slow machine. */
const START_LIMIT_MS = 15 * 60_000;
const CALL_LIMIT_MS = 60_000;
const RENDER_LIMIT_MS = 30 * 60_000;
/** Neither is a multiple of a grid, so that every template has to cut. */
const SIZE = { width: 180, height: 102 };
const FRAMES = 17;
const RATE = 24;
const AS_ORDERED = 'as ordered';

interface Row {
  readonly template: string;
  readonly result: string;
  readonly seconds: string;
  readonly verdict: string;
}

const [comfyUiFolder = '', url = 'http://127.0.0.1:8188'] = process.argv.slice(2);
if (comfyUiFolder === '') {
  console.error('usage: npm run comfyui-templates -- COMFYUI_FOLDER [URL]');
  process.exit(2);
}
const templates = await loadTemplates(TEMPLATES);
await makeModels(comfyUiFolder, templates);
const remote = createRemote({ url: url.replace(/\/$/, '') }, { setting: 'KINORA_COMFYUI_' });
const client = createComfyUiClient(remote, 'kinora-templates', {
  requestMs: CALL_LIMIT_MS,
  transferMs: CALL_LIMIT_MS,
});
console.log(
  `The model files are in ${comfyUiFolder}. Waiting for that ComfyUI to be started at ${client.url}.`,
);
await untilStarted(client);
const { system } = await client.systemStats();
console.log(`ComfyUI ${system.comfyui_version}, PyTorch ${system.pytorch_version}`);
const { deprecated } = await inspectInstallation(client, templates, await loadModelFacts());
const rows: Row[] = [];
for (const template of templates) {
  rows.push(await render(client, template));
  console.log(Object.values(rows.at(-1) ?? {}).join('  '));
}
console.table(rows);
for (const { template, nodes } of deprecated)
  console.log(`${template} uses deprecated nodes: ${nodes.join(', ')}`);
process.exit(rows.every(({ verdict }) => verdict === AS_ORDERED) && deprecated.length === 0 ? 0 : 1);

/** Waits for a ComfyUI that has loaded the extension, which it does only when it starts. */
async function untilStarted(comfy: ComfyUiClient): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await comfy.nodeInfo(MARKER_NODE).catch(() => undefined))) {
    if (performance.now() > deadline) {
      throw new Error(`no ComfyUI at ${comfy.url} has loaded custom_nodes/kinora_small_models.py`);
    }
    await setTimeout(1_000);
  }
}

async function render(comfy: ComfyUiClient, template: Template): Promise<Row> {
  const task = await taskFor(template);
  const startedAt = performance.now();
  let result = '';
  let verdict = AS_ORDERED;
  try {
    const bytes = await renderAlone(comfy, template.name, task);
    result = await describe(bytes);
    const expected = expectedOf(task);
    if (result !== expected) verdict = `expected ${expected}`;
    else if (await isOneColour(bytes)) verdict = 'all of one colour';
  } catch (error) {
    verdict = String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return { template: template.name, result, seconds, verdict };
}

/** With a folder that has this template only, so that no other one is preferred. */
async function renderAlone(comfy: ComfyUiClient, name: string, task: RenderTask): Promise<Uint8Array> {
  const workflowsDir = await mkdtemp(path.join(tmpdir(), 'kinora-template-'));
  try {
    await cp(path.join(TEMPLATES, name), path.join(workflowsDir, name), { recursive: true });
    const engine = await createComfyUiEngine({
      url: comfy.url,
      clientId: comfy.clientId,
      workflowsDir,
      outputDir: path.join(comfyUiFolder, 'output'),
      inputDir: path.join(comfyUiFolder, 'input'),
      timeouts: { requestMs: CALL_LIMIT_MS, stallMs: RENDER_LIMIT_MS },
    });
    const observer = { onProgress: () => {}, signal: AbortSignal.timeout(RENDER_LIMIT_MS) };
    const { bytes } = await encoded(await engine.render(task, observer).finally(() => engine.close()));
    return bytes;
  } finally {
    await rm(workflowsDir, { recursive: true, force: true });
  }
}

async function taskFor({ manifest }: Template): Promise<RenderTask> {
  const [operation] = manifest.operations;
  const output = { model: manifest.serves[0] ?? '', prompt: 'a paper boat in the rain', seed: 7, ...SIZE };
  const initImage = new Uint8Array(await redAndBlue(96, 64).png().toBuffer());
  const video = { frames: FRAMES, framesPerSecond: RATE, sound: true };
  if (operation === 'video') return { operation, ...output, ...video };
  if (operation === 'i2v') return { operation, ...output, ...video, initImage };
  if (operation === 'image') return { operation, ...output };
  if (operation === undefined) throw new Error('the template serves nothing');
  return { operation, ...output, initImage };
}

function expectedOf(task: RenderTask): string {
  const size = `${task.width}x${task.height}`;
  if (!('frames' in task)) return `png ${size}`;
  return `mp4 ${size}, ${task.frames} frames at ${RATE}, ${soundSeconds(task.frames / RATE)}`;
}

/** Decodes all of it. */
async function describe(bytes: Uint8Array): Promise<string> {
  const facts = await probeMedia(bytes);
  const size = `${facts.kind} ${facts.width}x${facts.height}`;
  if (facts.kind === 'png') return size;
  const sound = facts.audio ? soundSeconds(facts.audio.audioSecondsDecoded) : 'no sound';
  return `${size}, ${facts.framesDecoded} frames at ${Math.round(facts.fps)}, ${sound}`;
}

function soundSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s of sound`;
}

/** Random weights give noise. One colour means that some layer returned what is not a number. */
async function isOneColour(bytes: Uint8Array): Promise<boolean> {
  const isPng = bytes[0] === 0x89;
  const { channels } = await sharp(isPng ? bytes : await extractFrame(bytes, 0)).stats();
  return channels.every(({ stdev }) => stdev === 0);
}
