import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { WORKFLOWS } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { until } from '../../../server/test/support/deadline.ts';
import { loadTemplates } from '../../src/comfyui/template.ts';
import { setUpFolder, startProgram } from './operator.ts';

test('without a terminal the setup names the missing option and ends with status 2', async (t) => {
  verifies('DEC-SETUP-03');
  const { folder } = await setUpFolder(t);
  const server = await startFakeOpenAi({ models: ['flux'] });
  t.after(() => server.stop());
  const { status, stderr } = await startProgram(t, folder, ['setup', '--openai', server.url]).ended;
  assert.equal(status, 2);
  assert.match(
    stderr,
    /^kinora-worker setup: .*give --image-model NAME, --video-model NAME, or both; it has flux\n/,
  );
  assert.match(stderr, /See: kinora-worker setup --help\n$/);
  assert.deepEqual(await readdir(folder), []);
});

test('Ctrl-C cancels the probe and ends with status 130', async (t) => {
  verifies('DEC-SETUP-06');
  const { folder } = await setUpFolder(t);
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  t.after(stop);
  comfy.pause();
  const { child, ended } = startProgram(t, folder, ['setup', '--comfyui', comfy.url, '--models', 'image']);
  await until(() => comfy.running !== undefined);
  child.kill('SIGINT');
  const { status, stdout, stderr } = await ended;
  assert.equal(status, 130, stderr);
  assert.match(stdout, /Stopped\. What is written is whole/);
  await until(() => comfy.interruptions === 1);
  assert.deepEqual(await readdir(folder), ['worker.env', 'workflows']);
});

test('a worker reads the file that the setup wrote', async (t) => {
  verifies('DEC-SETUP-02');
  const { folder, file } = await setUpFolder(t);
  const absent = await startProgram(t, folder, ['--settings', 'other.env']).ended;
  assert.equal(absent.status, 2);
  assert.match(absent.stderr, /there is no file other\.env/);
  // The first thing that a worker needs of its settings is the token.
  await writeFile(file, 'KINORA_WORKER_TOKEN=short\n');
  const { status, stderr } = await startProgram(t, folder, ['--settings', path.basename(file)]).ended;
  assert.equal(status, 2);
  assert.match(stderr, /KINORA_WORKER_TOKEN must have at least 16 characters/);
});
