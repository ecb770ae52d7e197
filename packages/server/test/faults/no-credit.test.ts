import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { createFinisher } from '@kinora/worker/finish-media';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';
import { runWorker } from '@kinora/worker/run-worker';
import { SLOW_MS, until } from '../support/deadline.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const KEY = 'sk-a-secret-key-1';
const PROMPT = 'a red fox in deep snow';
const clock = manualClock(new Date().toISOString());
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  customer = await service.account(1_000);
});
after(() => service.stop());

test('while the account of all workers has no credit, jobs wait at no charge; they are rendered once it has some', {
  timeout: SLOW_MS,
}, async (t) => {
  verifies('DEC-WORKER-21', 'DEC-WORKER-25');
  let hasCredit = false;
  const body = { error: { message: `Insufficient credits of ${KEY} for "${PROMPT}"` } };
  const vendor = await startFakeOpenAi({
    interfere: ({ method }) => (method === 'POST' && !hasCredit ? { status: 402, body } : undefined),
  });
  t.after(() => vendor.stop());
  const bills = () => vendor.requests.filter(({ method }) => method === 'POST').length;
  const stop = new AbortController();
  const work = async (name: string, slots: number) => {
    const engine = await createOpenAiEngine({
      url: vendor.url,
      key: KEY,
      imageModel: 'painter',
      timeouts: { credit: 20 },
    });
    const finisher = createFinisher(engine, undefined);
    await runWorker({
      name,
      pools: ['image'],
      gpu: 'none',
      slots,
      engine,
      finish: finisher.finish,
      client: createLeaseClient(service.url, service.app.workerToken),
      log: () => {},
      stop: stop.signal,
    });
    await finisher.close();
  };
  const working = [work('one', 1), work('two', 3)];
  const workers = () =>
    service.database.query<{ kind: string | null; trouble: string }>(
      'select trouble_kind as kind, trouble from workers order by name',
    );
  await until(async () => (await workers()).length === 2);
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { status, body: order, text } = await customer.post('/v1/images/generate', { prompt: PROMPT });
      assert.equal(status, 200, text);
      return order.job_id as string;
    }),
  );
  await until(async () => (await workers()).every(({ kind }) => kind === 'no_credit'));
  const askedAt = bills();
  await until(() => bills() >= askedAt + 2, SLOW_MS);
  for (const { trouble } of await workers()) {
    assert.match(trouble, /no credit left \(402\).*Insufficient credits of \[hidden\]/);
    assert.doesNotMatch(trouble, /fox|secret/);
  }
  assert.ok(bills() < 25, `${bills()} requests: nothing loops fast`);
  clock.advance(HOUR_MS);
  const jobs = () =>
    service.database.query<{ state: string; faults: number }>('select state, faults from current_jobs');
  for (const { state, faults } of await jobs()) {
    assert.equal(faults, 0);
    assert.ok(state === 'queued' || state === 'running', state);
  }
  hasCredit = true;
  await until(async () => (await jobs()).every(({ state }) => state === 'completed'), SLOW_MS);
  assert.deepEqual(
    (await jobs()).map(({ faults }) => faults),
    ids.map(() => 0),
  );
  await until(async () => (await workers()).every(({ kind }) => kind === null));
  stop.abort();
  await Promise.all(working);
});
