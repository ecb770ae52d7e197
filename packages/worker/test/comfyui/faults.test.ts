import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Trouble } from '@kinora/contract';
import { RendererBroken, RendererUnavailable, RenderFault, RenderNotStarted } from '@kinora/engine/engine';
import { image, video as silentVideo, startScene } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { blackPng } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { until } from '../../../server/test/support/deadline.ts';

const video = { ...silentVideo, sound: true } as const;

function retryable(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof RenderFault, String(error));
    assert.match(error.message, message);
    return error.isRetryable;
  };
}

describe('ComfyUI fails a job', () => {
  test('whose workflow it rejects in part, though it returns 200 and runs the rest', async (t) => {
    verifies('DEC-COMFY-09');
    const { render, comfy } = await startScene(t);
    comfy.pause();
    const extra = { input_name: 'image', received_value: 'a fox' };
    const errors = [{ type: 'custom_validation_failed', details: 'a fox', extra_info: extra }];
    comfy.nodeErrors.push({ 5: { errors, class_type: 'LoadImage' } });
    await assert.rejects(
      render(image),
      retryable(/^ComfyUI rejected the workflow: node 5 \(LoadImage\): custom_validation_failed image$/),
    );
    await until(() => comfy.running === undefined && comfy.pending.length === 0);
    assert.equal(comfy.interruptions, 1, 'the rest of the prompt is interrupted');
  });

  test('whose model file was removed, and the workflow is unavailable from then on', async (t) => {
    verifies('DEC-COMFY-03', 'DEC-COMFY-11');
    const { render, comfy, engine, events } = await startScene(t);
    const loader = comfy.catalogue.get('UNETLoader');
    assert.ok(loader);
    comfy.catalogue.delete('UNETLoader');
    await assert.rejects(render(image), retryable(/rejected/));
    await render(image);
    assert.equal(comfy.submitted.at(-1)?.['1']?.inputs.ckpt_name, 'sd_xl_base_1.0.safetensors');
    assert.ok(!engine.capabilities.some(({ operation }) => operation === 'upscale_pro'));
    const lacks = events.flatMap((event) => (event.event === 'comfyui_lacks' ? event.missing : []));
    assert.ok(lacks.some((part) => part.startsWith('the node UNETLoader is not installed; update ComfyUI')));
  });

  test('when out of memory: memory is freed, and the job may be retried', async (t) => {
    const { render, comfy } = await startScene(t);
    comfy.fates.push('out_of_memory');
    await assert.rejects(render(image), retryable(/ran out of memory in node 8/));
    assert.equal(comfy.freed, 1);
    await render(image);
  });

  test('because its graphics card fails until a restart, and is asked to be restarted', async (t) => {
    verifies('DEC-WORKER-27');
    const { render, comfy } = await startScene(t);
    comfy.fates.push('cuda_error');
    await assert.rejects(
      render(image),
      (error) =>
        error instanceof RendererBroken && /^Restart ComfyUI.*node 8.*illegal memory/.test(error.sentence),
    );
    assert.equal(comfy.freed, 0);
  });

  for (const [fate, message] of [
    ['error', /node 8 \(KSampler\) failed: RuntimeError mat1/],
    ['interrupted', /was interrupted/],
    ['no_file', /without a file/],
    ['damaged_file', /does not decode/],
  ] as const) {
    test(`with ${fate}, and renders the next one`, async (t) => {
      const { render, comfy } = await startScene(t);
      comfy.fates.push(fate);
      await assert.rejects(render(image), retryable(message));
      await render(image);
      assert.equal(comfy.history.size, 0, 'the record of the prompt is deleted');
    });
  }

  test('with a truncated video', async (t) => {
    const { render, comfy } = await startScene(t);
    comfy.fates.push('damaged_file');
    await assert.rejects(render(video), retryable(/video from ComfyUI cannot be used/));
  });

  test('whose image is far smaller than was asked for, and renders the next one', async (t) => {
    verifies('DEC-SANITY-03');
    const { render, comfy } = await startScene(t);
    comfy.media = () => blackPng(16, 16);
    await assert.rejects(render(image), retryable(/^The result is 16x16 where \d+x\d+ was asked for\.$/));
    comfy.media = undefined;
    await render(image);
  });

  test('by exceeding its deadline', async (t) => {
    const { render, comfy } = await startScene(t, { timeouts: { imageMs: 200 } });
    comfy.pause();
    await assert.rejects(render(image), retryable(/did not finish/));
    // The prompt does not keep running on the graphics card.
    await until(() => comfy.interruptions === 1);
  });

  test('by making no more progress', async (t) => {
    const { render, comfy } = await startScene(t, { timeouts: { stallMs: 200 } });
    comfy.pause();
    await assert.rejects(render(image), retryable(/no progress/));
  });
});

describe('a job at ComfyUI is rendered once', () => {
  test('when the response to its prompt is lost', async (t) => {
    verifies('DEC-COMFY-09');
    const { render, comfy } = await startScene(t);
    comfy.fault(/^\/prompt$/, 'lose_response');
    await render(image);
    assert.equal(comfy.started.length, 1);
  });

  for (const fault of ['cut', 500] as const) {
    test(`when the call for its prompt fails with ${fault}`, async (t) => {
      const { render, comfy } = await startScene(t);
      comfy.fault(/^\/prompt$/, fault, 2);
      await render(image);
      assert.equal(comfy.started.length, 1);
    });
  }

  test('when requests and transfers fail for a while', async (t) => {
    const { render, comfy } = await startScene(t);
    comfy.pause();
    const rendering = render(image);
    await until(() => comfy.running !== undefined);
    for (const fault of [500, 'cut', 503] as const) {
      comfy.fault(/^\/(history\/.+|queue)$/, fault, 2);
      if (fault !== 503) comfy.fault(/^\/view$/, fault);
    }
    comfy.release();
    assert.equal((await probeMedia((await rendering).bytes)).kind, 'png');
    assert.equal(comfy.started.length, 1);
  });

  for (const state of ['silent', 'refused'] as const) {
    test(`when the progress socket is ${state}`, async (t) => {
      verifies('DEC-COMFY-08');
      // A silent socket is not a stall: only the deadline ends such a job.
      const { render, comfy } = await startScene(t, { timeouts: { stallMs: 50 } }, (fake) => {
        fake.socketState = state;
        fake.stepMs = 40;
      });
      await render(image);
      assert.equal(comfy.started.length, 1);
    });
  }

  test('as soon as its event says so, without asking', async (t) => {
    verifies('DEC-COMFY-08');
    const { render, comfy } = await startScene(t, { timeouts: { pollMs: 60_000 } });
    await render(image);
    await render(image);
    assert.equal(comfy.calls.filter((call) => call.startsWith('GET /history/')).length, 2);
  });

  test('although ComfyUI drops the socket when it notices the end of an earlier one', async (t) => {
    verifies('DEC-COMFY-08');
    const { render, comfy } = await startScene(t);
    await render(image);
    comfy.noticesCuts = false;
    comfy.cutSockets();
    await until(() => comfy.isHeard);
    comfy.noticeCuts();
    assert.equal(comfy.listening, 0);
    await render(image);
    await until(() => comfy.listening === 1);
    const { progress } = await render(image);
    assert.ok(progress.length > 5, 'the new socket says how far it is');
  });

  test('and begins at once with the next, which it has already', async (t) => {
    verifies('DEC-COMFY-12');
    const { engine, comfy } = await startScene(t);
    comfy.pause();
    const events: string[] = [];
    const start = (name: string, signal = new AbortController().signal) =>
      engine.render(image, {
        onProgress: () => {},
        onStarted: () => events.push(`${name} started`),
        onRendered: () => events.push(`${name} rendered`),
        signal,
      });
    const first = start('first');
    await until(() => comfy.running !== undefined);
    const deleted = new AbortController();
    const second = start('second', deleted.signal);
    await until(() => comfy.pending.length === 1);
    deleted.abort(new Error('deleted'));
    await assert.rejects(second, /deleted/);
    await until(() => comfy.pending.length === 0);
    const third = start('third');
    await until(() => comfy.pending.length === 1);
    comfy.release();
    await Promise.all([first, third]);
    assert.deepEqual(events, ['first started', 'first rendered', 'third started', 'third rendered']);
    assert.equal(comfy.started.length, 2);
  });

  test('and says how many prompts of other clients it has, without its own', async (t) => {
    const { engine, comfy } = await startScene(t);
    comfy.pause();
    const signal = new AbortController().signal;
    const rendering = engine.render(image, { onProgress: () => {}, signal });
    await until(() => comfy.running !== undefined);
    comfy.enqueueForeign('8b0fa0d0-8ef0-4a4c-8b1c-000000000000');
    assert.equal((await engine.load?.())?.queueSize, 1);
    comfy.release();
    await rendering;
  });

  test('when all of its nodes are cached', async (t) => {
    const { render, comfy } = await startScene(t);
    comfy.cachedNodes = () => ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const { progress } = await render(image);
    assert.equal(progress.at(-1)?.[0], 1);
  });
});

describe('ComfyUI becomes unavailable', () => {
  test('and returns without the prompt: the job may be retried', async (t) => {
    verifies('DEC-COMFY-09');
    const { render, comfy } = await startScene(t);
    comfy.pause();
    const rendering = render(video);
    const refused = assert.rejects(rendering, retryable(/lost the prompt/));
    await until(() => comfy.running !== undefined);
    // One that waited behind it never started, which is not a fault of its job.
    const waiting = assert.rejects(render(image), (error) => error instanceof RenderNotStarted);
    await until(() => comfy.pending.length === 1);
    comfy.restart();
    await Promise.all([refused, waiting]);
    await render(video);
    assert.equal(comfy.started.length, 2);
  });

  test('permanently: that is detected at once, and no job is leased until it is back', async (t) => {
    verifies('DEC-COMFY-11');
    const { render, comfy, engine } = await startScene(t, { timeouts: { silenceMs: 60_000 } });
    comfy.pause();
    const rendering = render(image);
    const refused = assert.rejects(rendering, retryable(/does not respond/));
    await until(() => comfy.running !== undefined);
    await comfy.stop();
    await refused;
    const told: string[] = [];
    const waits = ({ kind, sentence }: Trouble) => void told.push(`${kind}: ${sentence}`);
    await assert.rejects(engine.untilReady(AbortSignal.timeout(100), waits), { name: 'TimeoutError' });
    assert.match(told[0] ?? '', /^unavailable: ComfyUI at http.* cannot be used: /);
    await assert.rejects(
      render(image),
      (error) => error instanceof RendererUnavailable && /is unavailable/.test(error.message),
    );
    const version = engine.version;
    comfy.version = '0.10.0';
    await comfy.start();
    await engine.untilReady(new AbortController().signal);
    assert.notEqual(engine.version, version);
    await render(image);
  });

  test('while idle: a worker waits before it leases a job', async (t) => {
    verifies('DEC-COMFY-11');
    const { comfy, engine } = await startScene(t);
    await engine.untilReady(new AbortController().signal);
    await comfy.stop();
    await assert.rejects(engine.untilReady(AbortSignal.timeout(100)), { name: 'TimeoutError' });
    await comfy.start();
    await engine.untilReady(new AbortController().signal);
  });

  test('without closing its connections: the attempt fails after a while', async (t) => {
    const { render, comfy } = await startScene(t, { timeouts: { requestMs: 100, silenceMs: 200 } });
    comfy.pause();
    const rendering = render(image);
    const refused = assert.rejects(rendering, retryable(/does not respond/));
    await until(() => comfy.running !== undefined);
    comfy.fault(/^\/(history|queue)/, 'hang', 6);
    await refused;
  });

  test('while it gets an input image: the job has not begun', async (t) => {
    verifies('DEC-COMFY-12');
    const { render, comfy } = await startScene(t);
    const initImage = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    comfy.fault(/^\/upload\/image$/, 'cut', 3);
    await assert.rejects(
      render({ ...image, operation: 'i2i', initImage }),
      (error) => error instanceof RenderNotStarted,
    );
  });

  test('after the result was saved', async (t) => {
    const { render, comfy } = await startScene(t);
    comfy.fault(/^\/view$/, 'cut', 3);
    await assert.rejects(render(image), retryable(/a file transfer with ComfyUI failed/));
    await render(image);
  });
});
