import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { acceptedJobApiJobSchema, jobApiErrorSchema, jobTypes, poolOfOperation } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { jobTypeRules } from '../../src/catalogue/job-type-rules.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { catalogue } from '../support/default-catalogue.ts';
import {
  ASK,
  callsWith,
  imageOf,
  type JobCaller,
  jobCaller,
  resetCallLimit,
  subscribe,
} from '../support/job-api.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let free: JobCaller;
let pro: JobCaller;
let max: JobCaller;
let image: string;
before(async () => {
  service = await startTestApp();
  [free, pro, max] = await Promise.all([
    jobCaller(service),
    jobCaller(service, 'pro'),
    jobCaller(service, 'max'),
  ]);
  image = await imageOf(100, 60);
});
after(() => service.stop());

/** One call without limits; the job that it creates is ended at once. */
async function ask(caller: JobCaller, body: Record<string, unknown>): Promise<Answer> {
  await resetCallLimit(service, caller.accountId);
  const answer = await caller.generate({ ...ASK, ...body });
  if (answer.status === 200) await deliver(service.worker, await takeLease(service.worker));
  return answer;
}

function assertRefused(answer: Answer, status: number, error: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(jobApiErrorSchema.safeParse(answer.body).error?.issues ?? [], []);
  assert.match(answer.body.error, error);
  assert.equal('retry_after' in answer.body, status === 429);
  assert.equal('blocked' in answer.body, status === 451);
}

async function rowOf(jobId: string): Promise<Record<string, unknown>> {
  const [row] = await service.database.query<Record<string, unknown>>(
    'select operation, model, medium, width, height, frames, sound, tier, type, priority, seed from jobs where id = $1',
    [jobId],
  );
  return row ?? {};
}

describe('every type on every tier', () => {
  for (const type of jobTypes) {
    test(`${type} is accepted, or needs a paid tier`, async () => {
      verifies('JOB-GENERATE-01', 'JOB-SERVICE-01', 'JOB-SERVICE-03', 'JOB-ACCEPT-01', 'JOB-ACCEPT-02');
      verifies('JOB-ACCEPT-03', 'JOB-ACCEPT-04', 'JOB-ACCEPT-05', 'JOB-ACCEPT-06', 'JOB-ACCEPT-07');
      verifies('JOB-ACCEPT-08', 'JOB-ERROR-05', 'DEC-TIER-01', 'DEC-TIER-06', 'DEC-QUEUE-01', 'DEC-QUEUE-05');
      verifies('JOB-STATE-01', 'JOB-GENERATE-09');
      const rules = jobTypeRules[type];
      const isPremium = catalogue.document.job_api.types[type].needs_paid_tier;
      for (const [tier, caller, priority] of [
        ['free', free, 0],
        ['pro', pro, 10],
        ['max', max, 20],
      ] as const) {
        const answer = await ask(caller, { type, image_base64: image, seed: 7 });
        if (tier === 'free' && isPremium) {
          assertRefused(answer, 403, /needs a paid tier/);
          continue;
        }
        assert.equal(answer.status, 200, answer.text);
        const { job_id: jobId, credit_cost: cost, ...rest } = acceptedJobApiJobSchema.parse(answer.body);
        assert.match(jobId, /^[0-9a-f]{8}-/);
        const worker = poolOfOperation[rules.operation];
        const poll_url = `/job/${jobId}`;
        assert.deepEqual(rest, { status: 'queued', type, worker, poll_url, tier, priority, seed: 7 });
        assert.equal(cost > 0, isPremium);
        const job = await rowOf(jobId);
        assert.deepEqual(
          [job.operation, job.sound, job.model, job.tier, job.type, job.priority],
          [rules.operation, rules.sound, worker === 'video' ? 'fast' : 'image', tier, type, priority],
        );
      }
    });
  }
});

test('a type that needs an image is rejected without one', async () => {
  verifies('JOB-GENERATE-09', 'JOB-ERROR-04');
  for (const type of jobTypes.filter((one) => jobTypeRules[one].needsImage)) {
    assertRefused(await ask(max, { type }), 400, /^image_base64: is required for /);
  }
});

test('PNG, JPEG and WebP are accepted, and nothing else', async () => {
  verifies('JOB-GENERATE-10', 'DEC-UPLOAD-10');
  const { plain } = await import('@kinora/testing/images');
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const bytes = await plain(90, 60).toFormat(format).toBuffer();
    const answer = await ask(free, { type: 'i2i', image_base64: bytes.toString('base64') });
    assert.equal(answer.status, 200, answer.text);
  }
  const gif = await plain(90, 60).gif().toBuffer();
  const refused = await ask(free, { type: 'i2i', image_base64: gif.toString('base64') });
  const named = /^image_base64: is a GIF, not a PNG, JPEG or WebP image; save it/;
  assertRefused(refused, 400, named);
  const quoted = await send(`${service.url}/quote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${free.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ASK, type: 'upscale', image_base64: gif.toString('base64') }),
  });
  assertRefused(quoted, 400, named);
});

test('an upscaled image has the size of its upload, multiplied', async () => {
  verifies('DEC-TIER-09');
  const doubled = await ask(free, { type: 'upscale', image_base64: image });
  const quadrupled = await ask(pro, { type: 'upscale_pro', image_base64: image });
  const sizes = await Promise.all([doubled, quadrupled].map(({ body }) => rowOf(body.job_id)));
  assert.deepEqual(
    sizes.map(({ width, height }) => [width, height]),
    [
      [200, 120],
      [400, 240],
    ],
  );
});

const BOUNDS: readonly (readonly [
  field: string,
  accepted: readonly unknown[],
  refused: readonly unknown[],
])[] = [
  ['type', ['image'], ['image_8k', '', 1, null, undefined]],
  ['prompt', ['a', 'é'.repeat(2000)], ['é'.repeat(2001), '', '   ', 5, null, undefined]],
  ['width', [256, 4096, undefined], [255, 4097, 512.5, '512', null]],
  ['height', [256, 4096, undefined], [255, 4097, 512.5, '512', null]],
  ['length', [17, 257, undefined], [16, 258, 17.5, '17', null]],
  ['seed', [0, 1, 2 ** 31, 2 ** 40, undefined], [-1, 0.5, '1', null]],
];

describe('the fields of a request', () => {
  for (const [field, accepted, refused] of BOUNDS) {
    test(`${field} is accepted at its bounds and rejected beyond them`, async () => {
      verifies('JOB-GENERATE-02', 'JOB-GENERATE-03', 'JOB-GENERATE-04', 'JOB-GENERATE-06', 'JOB-GENERATE-08');
      verifies('JOB-ERROR-04', 'JOB-ERROR-01', 'DEC-ERROR-17', 'JOB-GENERATE-02');
      for (const value of accepted) {
        const answer = await ask(free, { type: 'image', [field]: value });
        assert.equal(answer.status, 200, `${field} ${value}: ${answer.text}`);
      }
      for (const value of refused) {
        const answer = await ask(free, { type: 'image', [field]: value });
        assertRefused(answer, 400, new RegExp(`^${field}: `));
      }
    });
  }

  test('defaults are 1024 by 1024 and 121 frames', async () => {
    verifies('JOB-GENERATE-04', 'JOB-GENERATE-06');
    const { body } = await ask(free, { type: 'video' });
    const { width, height, frames } = await rowOf(body.job_id);
    assert.deepEqual([width, height, frames], [1024, 1024, 121]);
  });

  test('a seed is kept, a drawn one is returned, and a large one is reduced modulo 2^31', async () => {
    verifies('JOB-GENERATE-08', 'JOB-ACCEPT-08');
    assert.equal((await ask(free, { type: 'image', seed: 2 ** 31 - 1 })).body.seed, 2 ** 31 - 1);
    assert.equal((await ask(free, { type: 'image', seed: 2 ** 31 + 5 })).body.seed, 5);
    const drawn = await ask(free, { type: 'image' });
    assert.equal((await rowOf(drawn.body.job_id)).seed, drawn.body.seed);
  });

  test('an unknown field, a wrong body and a wrong type of body are rejected', async () => {
    verifies('JOB-ERROR-04');
    assertRefused(await ask(free, { type: 'image', heigth: 512 }), 400, /did you mean height\?/);
    for (const body of ['[]', 'null', '"x"', '{"type":', '']) {
      assertRefused(await free.generate(body), 400, /./);
    }
    const text = await free.generate('{}', { 'content-type': 'text/plain' });
    assertRefused(text, 400, /application\/json/);
  });

  test('an age that is not verified is a 403', async () => {
    verifies('JOB-GENERATE-11');
    for (const age of [false, undefined, null, 0, '']) {
      assertRefused(await ask(free, { type: 'image', age_verified: age }), 403, /18 or older/);
    }
    for (const age of ['true', 1, {}]) {
      assertRefused(await ask(free, { type: 'image', age_verified: age }), 400, /^age_verified: /);
    }
  });
});

test('a body over 24 MiB is a 413, one of 24 MiB is accepted', async () => {
  verifies('JOB-ERROR-07', 'DEC-MEDIA-06');
  const limit = 24 * 1024 * 1024;
  const around = JSON.stringify({ ...ASK, type: 'image', image_base64: '' });
  const body = (bytes: number) =>
    JSON.stringify({ ...ASK, type: 'image', image_base64: 'A'.repeat(bytes - around.length) });
  assertRefused(await free.generate(body(limit + 1)), 413, /24 MiB/);
  const read = await ask(free, { type: 'image', image_base64: 'A'.repeat(limit - around.length) });
  assert.equal(read.status, 200, read.text);
});

test('an unsafe prompt is 451 with blocked, and creates no job', async () => {
  verifies('JOB-ERROR-03', 'JOB-ERROR-10');
  const before = await service.database.query('select id from jobs');
  const answer = await ask(free, { type: 'image', prompt: 'naked child in bed' });
  assertRefused(answer, 451, /minor/);
  assert.deepEqual(Object.keys(answer.body).sort(), ['blocked', 'error']);
  assert.equal((await service.database.query('select id from jobs')).length, before.length);
});

test('both addresses serve it, and it needs only a token', async () => {
  verifies('DEC-ADDRESS-06', 'JOB-AUTH-01', 'JOB-SERVICE-02');
  for (const base of ['', '/api']) {
    await resetCallLimit(service, free.accountId);
    const answer = await send(`${service.url}${base}/generate`, {
      method: 'POST',
      headers: { authorization: `bearer ${free.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ASK, type: 'image' }),
    });
    assert.equal(answer.status, 200, answer.text);
    await deliver(service.worker, await takeLease(service.worker));
    const polled = await send(`${service.url}${base}${answer.body.poll_url}`, {
      headers: { authorization: `Bearer ${free.token}` },
    });
    assert.equal(polled.body.status, 'completed');
    assert.equal((await send(`${service.url}${base}/health`, {})).status, 200);
    const report = await send(`${service.url}${base}/report`, { method: 'POST' });
    assert.equal(report.status, 401);
  }
});

test('the same Idempotency-Key returns the first job again, and another body is a conflict', async () => {
  verifies('DEC-IDEMPOTENCY-06');
  await resetCallLimit(service, pro.accountId);
  const key = { 'idempotency-key': 'once' };
  const first = await pro.generate({ ...ASK, type: 'image_1080p' }, key);
  const again = await pro.generate({ ...ASK, type: 'image_1080p', width: 1024 }, key);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.text, first.text);
  assertRefused(await pro.generate({ ...ASK, type: 'image' }, key), 409, /Idempotency-Key/);
  // The type needs a paid tier, which the account has no more.
  await subscribe(service, pro.accountId, null);
  const later = await pro.generate({ ...ASK, type: 'image_1080p' }, key);
  const anew = await pro.generate({ ...ASK, type: 'image_1080p' });
  await subscribe(service, pro.accountId, 'pro');
  assert.equal(later.text, first.text);
  assertRefused(anew, 403, /needs a paid tier/);
  const [charge] = await service.database.query(
    'select count(*) as n from credit_charges where job_id = $1',
    [first.body.job_id],
  );
  assert.deepEqual(charge, { n: 1 });
  await deliver(service.worker, await takeLease(service.worker));
});

test('a call that asks for zero retention is refused, because results are stored here', async () => {
  verifies('DEC-STORE-10');
  await resetCallLimit(service, free.accountId);
  const storing = (value: string) => free.generate({ ...ASK, type: 'image' }, { 'x-service-store': value });
  for (const value of ['0', '', 'false', '0, 0']) {
    assertRefused(
      await storing(value),
      400,
      /^X-Service-Store: must be left out, because results are stored/,
    );
  }
  assert.equal((await storing('1')).status, 200);
  await deliver(service.worker, await takeLease(service.worker));
});

test('without a token every call except health is a 401', async () => {
  verifies('JOB-AUTH-02', 'JOB-AUTH-04');
  const nobody = callsWith(service, undefined);
  for (const answer of [
    await nobody.generate({ ...ASK, type: 'image' }),
    await nobody.generate('not json'),
    await nobody.job('0199d2a4-7c1e-7b3a-9f58-2d6c1a5e8b40'),
    await nobody.report({}),
  ]) {
    assertRefused(answer, 401, /^Sign in/);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
});
