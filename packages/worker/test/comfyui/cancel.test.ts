import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { image, startScene } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { verifies } from '@kinora/testing/requirements';
import { until } from '../../../server/test/support/deadline.ts';
import { createCleaner } from '../../src/comfyui/clean-up.ts';
import { createComfyUiClient } from '../../src/comfyui/comfyui-client.ts';
import { createRemote } from '../../src/remote/remote.ts';

const GONE = new Error('the job was deleted');

for (const isOld of [false, true]) {
  describe(`a cancelled job at ComfyUI ${isOld ? 'before' : 'with'} the calls for jobs`, () => {
    test('stops while it runs, leaves nothing and rejects with the reason', async (t) => {
      verifies('DEC-COMFY-10');
      const { render, comfy } = await startScene(t, {}, (fake) => {
        fake.isOld = isOld;
      });
      comfy.pause();
      const cancel = new AbortController();
      const rendering = render(image, cancel.signal);
      const refused = assert.rejects(rendering, GONE);
      await until(() => comfy.running !== undefined);
      cancel.abort(GONE);
      await refused;
      await until(() => comfy.interruptions === 1);
      comfy.release();
      await render(image);
      assert.equal(comfy.history.size, 0);
      assert.deepEqual(await readdir(path.join(comfy.folders.output, 'kinora')), []);
    });

    test('is removed from the queue, and the prompt of another client continues', async (t) => {
      verifies('DEC-COMFY-10');
      const { render, comfy } = await startScene(t, {}, (fake) => {
        fake.isOld = isOld;
      });
      comfy.pause();
      comfy.enqueueForeign('someone');
      const cancel = new AbortController();
      const refused = assert.rejects(render(image, cancel.signal), GONE);
      await until(() => comfy.pending.length === 1);
      cancel.abort(GONE);
      await refused;
      await until(() => comfy.pending.length === 0);
      assert.equal(comfy.running?.id, 'someone');
      // The next job is submitted once the cancellation of this one is complete.
      const next = render(image);
      await until(() => comfy.pending.length === 1);
      comfy.release();
      await next;
      assert.equal(comfy.interruptions, 0);
      assert.deepEqual([...comfy.history.keys()], ['someone'], "the other client's record is kept");
    });
  });
}

test('a job cancelled before it began is never sent', async (t) => {
  const { render, comfy } = await startScene(t);
  await assert.rejects(render(image, AbortSignal.abort(GONE)), GONE);
  assert.equal(comfy.submitted.length, 0);
});

test('waits behind the prompts of other clients and runs after them', async (t) => {
  const { render, comfy } = await startScene(t);
  comfy.pause();
  comfy.enqueueForeign('one');
  comfy.enqueueForeign('two');
  const rendering = render(image);
  await until(() => comfy.pending.length === 2);
  comfy.release();
  await rendering;
  assert.equal(comfy.started.length, 3);
});

test('what a killed worker left is cancelled and removed at the next start', async (t) => {
  verifies('DEC-COMFY-06', 'DEC-COMFY-10');
  const { comfy, events } = await startScene(t, {}, (fake) => {
    fake.pause();
    fake.enqueue('left', { 1: { class_type: 'Wait', inputs: {} } }, 'kinora');
    fake.enqueueForeign('someone');
  });
  assert.deepEqual(
    events.find(({ event }) => event === 'comfyui_leftovers'),
    { event: 'comfyui_leftovers', prompts: ['left'] },
  );
  await until(() => comfy.running?.id === 'someone');
  assert.equal(comfy.interruptions, 1);
  assert.equal(comfy.history.has('left'), false);
});

test('files of a killed worker are removed, those of other clients are not', async (t) => {
  verifies('DEC-COMFY-06');
  const files = ['output/kinora/left_00001_.png', 'output/theirs.png', 'input/kinora/left.png'];
  const { comfy } = await startScene(t, {});
  const root = path.dirname(comfy.folders.output);
  for (const file of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), 'x');
  }
  const remote = createRemote({ url: comfy.url }, { setting: 'KINORA_COMFYUI_' });
  const client = createComfyUiClient(remote, 'kinora', { requestMs: 2_000, transferMs: 2_000 });
  await createCleaner(client, comfy.folders).removeLeftovers();
  assert.deepEqual(await readdir(comfy.folders.output), ['kinora', 'theirs.png']);
  assert.deepEqual(await readdir(path.join(comfy.folders.output, 'kinora')), []);
  assert.deepEqual(await readdir(path.join(comfy.folders.input, 'kinora')), []);
});
