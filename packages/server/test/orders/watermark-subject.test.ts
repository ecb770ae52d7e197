import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watermarkSubject } from '../../src/admit/accept-order.ts';
import { ASK, imageOf, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const IMAGE = {
  accountId: 'a',
  operation: 'i2i',
  prompt: 'a pear',
  seed: 7,
  width: 1024,
  height: 768,
  png: new Uint8Array([1]),
} as const;

test('everything that decides the pixels decides the watermark, including the upload', async () => {
  const subject = await watermarkSubject(IMAGE);
  assert.equal(await watermarkSubject({ ...IMAGE, png: new Uint8Array([1]) }), subject);
  const others = [
    { accountId: 'b' },
    { operation: 'upscale' },
    { prompt: 'a plum' },
    { negativePrompt: 'a plum' },
    { seed: 8 },
    { width: 768 },
    { height: 1024 },
    { png: new Uint8Array([2]) },
    { png: undefined },
  ] as const;
  const subjects = await Promise.all(others.map((other) => watermarkSubject({ ...IMAGE, ...other })));
  assert.equal(new Set([subject, ...subjects]).size, others.length + 1);
});

async function tagOf(jobId: string): Promise<string | null> {
  const [job] = await service.database.query<{ tag: string | null }>(
    'select mark_tag as tag from jobs where id = $1',
    [jobId],
  );
  assert.ok(job);
  return job.tag;
}

test('the same request gets the same watermark on either interface, another upload a different one', async () => {
  const caller = await jobCaller(service, 'max');
  const customer = await service.account();
  await service.database.query('update api_keys set account_id = $2 where account_id = $1', [
    customer.id,
    caller.accountId,
  ]);
  await service.database.query('insert into account_limits (account_id, jobs_at_once) values ($1, 100)', [
    caller.accountId,
  ]);
  const image = { prompt: ASK.prompt, seed: 7, width: 512, height: 512 };
  const v1 = async () => tagOf((await customer.post('/v1/images/generate', image)).body.job_id);
  const jobApi = async (body: object) => {
    await resetCallLimit(service, caller.accountId);
    const answer = await caller.generate({ ...ASK, ...image, ...body });
    assert.equal(answer.status, 200, answer.text);
    return tagOf(answer.body.job_id);
  };
  const tag = await v1();
  assert.match(tag ?? '', /^[0-9a-f]{7}$/);
  assert.equal(await v1(), tag);
  assert.equal(await jobApi({ type: 'image' }), tag);
  const [one, two] = [await imageOf(64, 48), await imageOf(96, 48)];
  const edited = await jobApi({ type: 'i2i', image_base64: one });
  assert.notEqual(edited, tag);
  assert.equal(await jobApi({ type: 'i2i', image_base64: one }), edited);
  assert.notEqual(await jobApi({ type: 'i2i', image_base64: two }), edited);
  assert.equal(await jobApi({ type: 'video' }), null);
});
