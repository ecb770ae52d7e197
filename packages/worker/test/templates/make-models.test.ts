import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { verifies } from '@kinora/testing/requirements';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { makeModels, modelFileOf, modelNames } from './make-models.ts';

const templates = await loadTemplates(WORKFLOWS);
const upscaler = templates.filter(({ name }) => name === 'real-esrgan-upscale');
const UPSCALER_FILE = 'models/upscale_models/RealESRGAN_x4plus.safetensors';

async function comfyUiFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-comfyui-folder-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const name of ['models', 'custom_nodes']) await mkdir(path.join(folder, name));
  return folder;
}

test('random weights are known for every model file of the shipped workflows', () => {
  verifies('DEC-COMFY-15');
  const names = [...modelNames(templates)];
  assert.ok(names.length >= 9, String(names));
  for (const name of names) {
    const shapes = Object.values(modelFileOf(name).layout);
    assert.ok(shapes.length > 10 && shapes.flat().every(Number.isInteger), name);
  }
});

test('a model file is whole: its header describes exactly the bytes that follow', async (t) => {
  const folder = await comfyUiFolder(t);
  await makeModels(folder, upscaler);
  const file = await readFile(path.join(folder, UPSCALER_FILE));
  const length = Number(file.readBigUInt64LE());
  const { __metadata__, ...tensors } = JSON.parse(file.subarray(8, 8 + length).toString()) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  let end = 0;
  for (const {
    dtype,
    shape,
    data_offsets: [from, to],
  } of Object.values(tensors)) {
    assert.equal(from, end);
    assert.equal(to - from, (dtype === 'F32' ? 4 : 2) * shape.reduce((a, b) => a * b, 1));
    end = to;
  }
  assert.equal(file.length, 8 + length + end);
  const values = new Float32Array(file.buffer.slice(file.byteOffset + 8 + length));
  assert.ok(values.every(Number.isFinite) && values.some((value) => value < 0));
  assert.deepEqual(await readdir(path.join(folder, 'custom_nodes')), ['kinora_small_models.py']);
});

test('files are made once, and a ComfyUI with the models of an operator is not touched', async (t) => {
  const folder = await comfyUiFolder(t);
  await makeModels(folder, upscaler);
  await makeModels(folder, upscaler);
  const used = await comfyUiFolder(t);
  await mkdir(path.dirname(path.join(used, UPSCALER_FILE)));
  await writeFile(path.join(used, UPSCALER_FILE), 'the weights of an operator');
  await assert.rejects(makeModels(used, templates), /is not a file of this program/);
  assert.equal(await readFile(path.join(used, UPSCALER_FILE), 'utf8'), 'the weights of an operator');
  assert.deepEqual(await readdir(path.join(used, 'custom_nodes')), []);
  assert.deepEqual(await readdir(path.join(used, 'models')), ['upscale_models']);
});
