import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { acceptedImageSchema, acceptedVideoSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { readId } from '../../src/kernel/ids.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

async function accept(kind: 'images' | 'videos', body: object) {
  const answer = await customer.post(`/api/v1/${kind}/generate`, body);
  assert.equal(answer.status, 200, answer.text);
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, answer.body.job_id);
  return { answer, task: lease.task };
}

describe('an accepted image', () => {
  test('returns exactly four fields', async () => {
    verifies('V1-ACCEPT-01', 'V1-ACCEPT-03', 'V1-ACCEPT-04', 'V1-ACCEPT-05', 'V1-ACCEPT-06');
    verifies('V1-ACCEPT-07', 'V1-ACCEPT-08', 'V1-ACCEPT-09', 'V1-SERVICE-04');
    const { answer } = await accept('images', { prompt: 'a fox' });
    const { job_id: jobId } = answer.body;
    assert.equal(readId(jobId), jobId);
    assert.deepEqual(answer.body, {
      job_id: jobId,
      status: 'queued',
      kind: 'image',
      poll_url: `/api/v1/jobs/${jobId}`,
    });
    assert.ok(acceptedImageSchema.safeParse(answer.body).success);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('idempotent-replayed'), null);
  });

  test('is 1024x1024 by default', async () => {
    verifies('V1-IMAGE-04');
    assert.deepEqual(sizeOf((await accept('images', { prompt: 'x' })).task), [1024, 1024]);
    assert.deepEqual(sizeOf((await accept('images', { prompt: 'x', width: 512 })).task), [512, 1024]);
    assert.deepEqual(sizeOf((await accept('images', { prompt: 'x', height: 300 })).task), [1024, 300]);
  });

  test('has the minimum and maximum size of the contract', async () => {
    verifies('V1-IMAGE-03', 'V1-IMAGE-05');
    const small = await accept('images', { prompt: 'x', width: 256, height: 256, seed: 0 });
    assert.deepEqual([...sizeOf(small.task), small.task.seed], [256, 256, 0]);
    const large = await accept('images', { prompt: 'x', width: 2048, height: 2048, seed: 2147483647 });
    assert.deepEqual([...sizeOf(large.task), large.task.seed], [2048, 2048, 2147483647]);
  });

  test('reaches the worker as requested', async () => {
    verifies('DEC-REQUEST-07');
    const { task } = await accept('images', { prompt: '  ein Fuchs 🦊 im Schnee\n', seed: 7 });
    assert.deepEqual(task, {
      operation: 'image',
      model: 'image',
      prompt: 'ein Fuchs 🦊 im Schnee',
      seed: 7,
      width: 1024,
      height: 1024,
      frames: null,
      frames_per_second: null,
      sound: false,
      init_image_path: null,
    });
  });
});

describe('an accepted video', () => {
  test('returns exactly eight fields', async () => {
    verifies('V1-ACCEPT-02', 'V1-ACCEPT-03', 'V1-ACCEPT-04', 'V1-ACCEPT-05', 'V1-ACCEPT-06');
    verifies('V1-ACCEPT-07', 'V1-ACCEPT-08', 'V1-ACCEPT-09', 'V1-VIDEO-04', 'V1-VIDEO-09');
    const { answer } = await accept('videos', { prompt: 'a fox' });
    const { job_id: jobId } = answer.body;
    assert.deepEqual(answer.body, {
      job_id: jobId,
      status: 'queued',
      kind: 'video',
      poll_url: `/api/v1/jobs/${jobId}`,
      mode: 'fast',
      output_width: 1280,
      output_height: 720,
      price_tier: 'hd',
    });
    assert.ok(acceptedVideoSchema.safeParse(answer.body).success);
  });

  test('returns the mode, the delivered size and the billed tier', async () => {
    verifies('V1-ACCEPT-07', 'V1-ACCEPT-08', 'V1-ACCEPT-09', 'V1-VIDEO-10', 'V1-VIDEO-04', 'V1-MODE-01');
    const table: readonly (readonly [object, string])[] = [
      [{ width: 1920, height: 1080 }, 'fast 1920x1088 fhd'],
      [{ width: 2560, height: 2560 }, 'fast 2560x2560 2k'],
      [{ width: 256, height: 300 }, 'fast 256x320 hd'],
      [{ mode: 'quality' }, 'quality 1280x720 hd'],
      [{ mode: 'quality', width: 1080, height: 1080 }, 'quality 1080x1080 hd'],
      [{ mode: 'quality', width: 1920, height: 1080, duration: 7 }, 'quality 1920x1080 fhd'],
      [{ mode: 'cinema' }, 'cinema 2560x1440 2k'],
      [{ mode: 'cinema', width: 1440, height: 1440 }, 'cinema 1440x1440 2k'],
    ];
    for (const [request, expected] of table) {
      const { answer, task } = await accept('videos', { prompt: 'x', ...request });
      const { mode, output_width: width, output_height: height, price_tier: tier } = answer.body;
      assert.equal(`${mode} ${width}x${height} ${tier}`, expected);
      assert.deepEqual([task.model, ...sizeOf(task)], [mode, width, height]);
    }
  });

  test('is five seconds with sound by default, and a requested length is snapped', async () => {
    verifies('V1-VIDEO-05', 'V1-VIDEO-06', 'V1-VIDEO-07', 'V1-VIDEO-11', 'DEC-JOB-11', 'DEC-SIZE-02');
    const { task } = await accept('videos', { prompt: 'x', seed: 0 });
    assert.deepEqual([task.frames, task.sound, task.seed], [121, true, 0]);
    const frames = async (duration: number) =>
      (await accept('videos', { prompt: 'x', duration, seed: 2147483647 })).task.frames;
    assert.equal(await frames(1), 25);
    assert.equal(await frames(6.2), 145);
    assert.equal(await frames(10), 241);
  });
});

test('a prompt has up to 2000 characters, counted in code points after trimming', async () => {
  verifies('V1-IMAGE-02', 'V1-VIDEO-02', 'DEC-REQUEST-07');
  for (const kind of ['images', 'videos'] as const) {
    for (const prompt of ['a'.repeat(2000), '🦊'.repeat(2000), `  ${'é'.repeat(2000)}\n\n`]) {
      const { task } = await accept(kind, { prompt });
      assert.equal(task.prompt, prompt.trim());
    }
  }
});

test('a seed is generated if none is given, and stored with the job', async () => {
  verifies('DEC-JOB-07');
  const seeds = new Set<number>();
  for (let i = 0; i < 5; i++) {
    const { answer, task } = await accept('images', { prompt: 'the same' });
    const [row] = await service.database.query<{ seed: number }>('select seed from jobs where id = $1', [
      answer.body.job_id,
    ]);
    assert.equal(row?.seed, task.seed);
    assert.ok(Number.isInteger(task.seed) && task.seed >= 0 && task.seed <= 2147483647);
    seeds.add(task.seed);
  }
  assert.equal(seeds.size, 5);
});

test('the price is drawn from the balance at acceptance', async () => {
  verifies('V1-STATE-04', 'V1-SERVICE-06', 'V1-VIDEO-08', 'V1-PRICE-08', 'V1-PRICE-09');
  const paying = await service.account(10_000);
  const table: readonly (readonly ['images' | 'videos', object, number])[] = [
    ['images', {}, 5],
    ['images', { width: 1025, height: 1024 }, 8],
    ['videos', {}, 50],
    ['videos', { duration: 6.2 }, 60],
    ['videos', { duration: 10, width: 2560, height: 1440 }, 200],
    ['videos', { mode: 'quality', width: 1920, height: 1080 }, 250],
    ['videos', { mode: 'cinema' }, 350],
  ];
  let balance = 10_000;
  for (const [kind, request, cents] of table) {
    assert.equal((await paying.post(`/v1/${kind}/generate`, { prompt: 'x', ...request })).status, 200);
    balance -= cents;
    assert.equal((await paying.get('/v1/me/balance')).body.balance_cents, balance);
    await takeLease(service.worker);
  }
});

function sizeOf({ width, height }: { readonly width: number; readonly height: number }): number[] {
  return [width, height];
}
