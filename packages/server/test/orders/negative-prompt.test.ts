import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { LeaseRequest } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { apply, changedCatalogue, type LooseDocument } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { imageOf, jobCaller } from '../support/job-api.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { type Answer, send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

const AVOIDED = 'nude, gore, quokkas';

let service: TestApp;
let customer: TestAccount;
let logged = '';
before(async () => {
  const stream = new PassThrough().on('data', (line) => {
    logged += line;
  });
  service = await startTestApp({ logger: pino({ level: 'trace' }, stream) });
  // Only the image model of the contract takes one.
  const changed = changedCatalogue((document: LooseDocument) => {
    document.models[0].negative_prompt = true;
  });
  await apply(service.database, changed);
  const { url } = service;
  await until(async () => (await send(`${url}/api/v1/models/image`, {})).body.negative_prompt === true);
  customer = await service.account(100_000);
});
after(() => service.stop());

/** The capabilities of a worker that renders with a negative prompt. */
function taking(): LeaseRequest['capabilities'] {
  const operations = workerCapabilities().map((can) => ({ ...can, negative_prompt: true as const }));
  return { ...leaseRequest().capabilities, operations };
}

const image = (more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  customer.post('/v1/images/generate', { prompt: 'a pear', negative_prompt: AVOIDED, ...more }, headers);

async function stored(jobId: string): Promise<string | null | undefined> {
  const [job] = await service.database.query<{ negative: string | null }>(
    'select negative_prompt as negative from jobs where id = $1',
    [jobId],
  );
  return job?.negative;
}

describe('a model that takes no negative prompt', () => {
  /** Asserts a 400 of the field whose message says what to do. */
  const refused = (answer: Answer, remedy: RegExp): void => {
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, remedy);
  };

  test('is listed as such, and so is one that does', async () => {
    verifies('DEC-NEGATIVE-01');
    const { models } = (await send(`${service.url}/api/v1/models`, {})).body;
    const takers = models.filter((model: { negative_prompt: boolean }) => model.negative_prompt);
    assert.deepEqual(
      takers.map(({ id }: { id: string }) => id),
      ['image'],
    );
  });

  test('refuses an order and a quote with one on each interface, names the field and the remedy, and charges nothing', async () => {
    verifies('DEC-NEGATIVE-02');
    const order = { prompt: 'a pear', negative_prompt: AVOIDED };
    for (const call of ['generate', 'quote']) {
      const answer = await assertUntouched(service, customer, () =>
        customer.post(`/v1/videos/${call}`, order),
      );
      refused(answer, /fast/);
      const [issue] = answer.body.issues;
      assert.deepEqual(issue, {
        path: 'negative_prompt',
        message: 'is not taken by fast; leave it out',
      });
    }
    const caller = await jobCaller(service);
    const video = { ...order, type: 'video', age_verified: true };
    refused(await caller.generate(video), /negative_prompt.*leave it out/);
    const quote = await send(`${service.url}/api/quote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(video),
    });
    refused(quote, /negative_prompt.*leave it out/);
    const facade = await send(`${service.url}/openai/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    refused(facade, /leave it out/);
    assert.equal(facade.body.error.param, 'negative_prompt');
  });

  test('is refused beside an image that is enlarged, also by a model that takes one for others', async () => {
    verifies('DEC-NEGATIVE-02');
    const caller = await jobCaller(service);
    const image_base64 = await imageOf(64, 64);
    const order = { prompt: 'a pear', negative_prompt: AVOIDED, image_base64, age_verified: true };
    refused(
      await caller.generate({ ...order, type: 'upscale' }),
      /negative_prompt: does not apply to an image that is enlarged; leave it out/,
    );
  });
});

describe('an order with a negative prompt', () => {
  test('is refused while no worker renders with one, and then leased to no other', async () => {
    verifies('DEC-NEGATIVE-03');
    const early = await assertUntouched(service, customer, () => image());
    assert.deepEqual([early.status, early.body.code], [503, 'workers_unavailable']);
    assert.match(early.body.error, /image with a negative prompt.*leave negative_prompt out/);

    await keepWorkerReady(service.database, { worker: 'taking', capabilities: taking() });
    // The workers are read once a second.
    let accepted = await image();
    await until(async () => {
      if (accepted.status !== 200) accepted = await image();
      return accepted.status === 200;
    });
    const plain = await customer.post('/v1/images/generate', { prompt: 'a plum' });
    const others = await takeLease(service.worker);
    assert.equal(others.job_id, plain.body.job_id);
    assert.ok(!('negative_prompt' in others.task), 'an older worker knows no such field');
    await deliver(service.worker, others);
    assert.equal(await service.worker.lease(leaseRequest(), AbortSignal.timeout(20_000)), undefined);
    const lease = await takeLease(service.worker, { capabilities: taking() });
    assert.deepEqual([lease.job_id, lease.task.negative_prompt], [accepted.body.job_id, AVOIDED]);
    await deliver(service.worker, lease);
  });

  test('is another order than one without it, under the same Idempotency-Key', async () => {
    verifies('DEC-NEGATIVE-04');
    const key = { 'idempotency-key': 'avoid-1' };
    const first = await image({}, key);
    assert.equal(first.status, 200, first.text);
    assert.equal((await image({}, key)).body.job_id, first.body.job_id);
    assert.equal((await image({ negative_prompt: 'frogs' }, key)).body.code, 'idempotency_conflict');
    await customer.delete(first.body.poll_url);
  });

  test('is rendered with it from the façade too', async () => {
    verifies('DEC-NEGATIVE-01');
    const answer = send(`${service.url}/openai/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a pear', negative_prompt: AVOIDED }),
    });
    const lease = await takeLease(service.worker, { capabilities: taking() });
    assert.equal(lease.task.negative_prompt, AVOIDED);
    await deliver(service.worker, lease);
    assert.equal((await answer).status, 200);
  });

  test('is checked as what it asks for: naming nudity is harmless, and clothes are not', async () => {
    verifies('DEC-NEGATIVE-05');
    const blocked = await image({ prompt: 'a woman on a beach', negative_prompt: 'blurry, (clothes:1.4)' });
    assert.deepEqual(
      [blocked.status, blocked.body.code, blocked.body.category],
      [451, 'content_blocked', 'sexual'],
    );
  });

  test('shows it to its owner, and loses it when it is deleted or expires', async () => {
    verifies('DEC-NEGATIVE-06');
    const caller = await jobCaller(service);
    const ask = { type: 'image', prompt: 'a pear', negative_prompt: AVOIDED, age_verified: true };
    const ordered = async () => {
      const { body } = await caller.generate(ask);
      await deliver(service.worker, await takeLease(service.worker, { capabilities: taking() }));
      return body.job_id as string;
    };
    const [first, second] = [await ordered(), await ordered()];
    assert.equal((await caller.job(first)).body.negative_prompt, AVOIDED);
    await send(`${service.url}/api/job/${first}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${caller.token}` },
    });
    assert.deepEqual([await stored(first), await stored(second)], [null, AVOIDED]);
    const inEightDays = new Date(Date.now() + 8 * 86_400_000);
    const { database } = service;
    await purgeExpired({ database, blobs: noBlobs, clock: { ...systemClock, now: () => inEightDays } });
    assert.equal(await stored(second), null);
  });

  test('keeps it in memory with zero retention', async () => {
    verifies('DEC-NEGATIVE-06');
    const answer = image({}, { 'x-service-store': '0' });
    const lease = await takeLease(service.worker, { capabilities: taking() });
    assert.equal(lease.task.negative_prompt, AVOIDED);
    assert.equal(await stored(lease.job_id), null);
    await deliver(service.worker, lease);
    assert.equal((await answer).status, 200);
  });

  test('leaves it out of the logs', () => {
    verifies('DEC-NEGATIVE-06');
    assert.match(logged, /security event/);
    assert.doesNotMatch(logged, /quokkas/);
  });
});
