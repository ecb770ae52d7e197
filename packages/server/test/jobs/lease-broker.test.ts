import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { LeaseRequest } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { NewLease } from '../../src/queue/claim-job.ts';
import { createLeaseBroker, type LeaseBroker } from '../../src/queue/lease-broker.ts';
import { leaseRequest, workerCapabilities } from '../support/act-as-worker.ts';

let waiting: NewLease[];
let released: string[];
let errors: unknown[];
let claims: string[];
let broker: LeaseBroker;
let failure: Error | undefined;

function job(id: string): NewLease {
  return { ...({} as NewLease), id, attempt: 1, operation: 'image' };
}

const settle = () => new Promise(setImmediate);

/** Runs everything that is ready, and what follows from it. */
async function settleAll(): Promise<void> {
  for (let i = 0; i < 10; i++) await settle();
}

function ask(overrides: Partial<LeaseRequest> = {}, signal = new AbortController().signal) {
  return broker.lease(leaseRequest({ wait_ms: 25_000, ...overrides }), signal);
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  failure = undefined;
  waiting = [];
  released = [];
  errors = [];
  claims = [];
  broker = createLeaseBroker(
    async ({ worker }) => {
      claims.push(worker);
      await settle();
      if (failure !== undefined) throw failure;
      return waiting.shift();
    },
    async ({ id }) => void released.push(id),
    (error) => errors.push(error),
  );
});

afterEach(async () => {
  await broker.close();
  mock.timers.reset();
});

test('a queued job is leased at once', async () => {
  waiting.push(job('a'));
  assert.equal((await ask())?.id, 'a');
});

test('a request without a wait returns at once', async () => {
  assert.equal(await ask({ wait_ms: 0 }), undefined);
});

test('a wake-up leases the next job to the longest waiter', async () => {
  const answers = [ask({ worker: 'one' }), ask({ worker: 'two' })];
  await settleAll();
  waiting.push(job('a'));
  broker.wake('image');
  assert.equal((await answers[0])?.id, 'a');
  waiting.push(job('b'));
  broker.wake('image');
  assert.equal((await answers[1])?.id, 'b');
});

test('a wake-up during a round starts another round', async () => {
  const answer = ask({ worker: 'one' });
  await settleAll();
  broker.wake('image');
  broker.wake('image');
  await settle();
  waiting.push(job('a'));
  assert.equal((await answer)?.id, 'a');
});

test('a pool wakes only the waiters of that pool', async () => {
  const answer = ask({ worker: 'video only', pools: ['video'] });
  await settleAll();
  claims = [];
  broker.wake('image');
  await settleAll();
  assert.deepEqual(claims, []);
  waiting.push(job('a'));
  broker.wake('video');
  assert.equal((await answer)?.id, 'a');
});

test('a request ends without a job when its wait is over', async () => {
  const seen: (NewLease | undefined)[] = [];
  const answer = ask({ wait_ms: 500 }).then((found) => seen.push(found));
  await settleAll();
  mock.timers.tick(499);
  await settleAll();
  assert.deepEqual(seen, []);
  mock.timers.tick(1);
  await answer;
  assert.deepEqual(seen, [undefined]);
});

test('a job whose notification was lost is found two seconds later', async () => {
  const answer = ask();
  await settleAll();
  waiting.push(job('a'));
  mock.timers.tick(2000);
  assert.equal((await answer)?.id, 'a');
});

test('a claim that fails ends the request, so that the worker asks again', async () => {
  verifies('DEC-FAULT-05');
  const failing = assert.rejects(ask(), /the database is away/);
  await settleAll();
  failure = new Error('the database is away');
  broker.wake('image');
  await failing;
  await settleAll();
  failure = undefined;
  waiting.push(job('a'));
  assert.equal((await ask())?.id, 'a');
  assert.deepEqual(errors, []);
});

test('a worker that disconnected is removed, and a job claimed for it meanwhile is released', async () => {
  const gone = new AbortController();
  const answer = ask({}, gone.signal);
  await settleAll();
  waiting.push(job('a'));
  broker.wake('image');
  gone.abort();
  assert.equal(await answer, undefined);
  await settleAll();
  assert.deepEqual(released, ['a']);
  waiting.push(job('b'));
  broker.wake('image');
  await settleAll();
  assert.equal(waiting.length, 1);
});

test('a job claimed at once for a worker that disconnected is released', async () => {
  const gone = new AbortController();
  waiting.push(job('a'));
  const answer = ask({}, gone.signal);
  gone.abort();
  assert.equal(await answer, undefined);
  assert.deepEqual(released, ['a']);
});

test('a worker that is woken for both pools at once gets one job and leaves the other', async () => {
  const first = ask({ worker: 'one' });
  await settleAll();
  waiting.push(job('image'), job('video'));
  broker.wake('image');
  broker.wake('video');
  assert.equal((await first)?.id, 'image');
  await settleAll();
  assert.deepEqual(released, []);
  assert.equal((await ask({ worker: 'two' }))?.id, 'video');
});

test('a wake-up that finds nothing claims once for equal requests, and once for each different one', async () => {
  const idle = Array.from({ length: 50 }, () => ask());
  const { capabilities } = leaseRequest();
  idle.push(
    ask({
      worker: 'images',
      capabilities: { ...capabilities, operations: workerCapabilities({ models: [] }) },
    }),
  );
  idle.push(ask({ worker: 'image pool', pools: ['image'] }));
  await settleAll();
  await settleAll();
  claims = [];
  broker.wake('image');
  await settleAll();
  assert.deepEqual(claims, ['test-worker', 'images', 'image pool']);
  await broker.close();
  await Promise.all(idle);
});

test('a released job is leased to the next waiting worker', async () => {
  const next = ask({ worker: 'next' });
  await settleAll();
  waiting.push(job('a'));
  const gone = new AbortController();
  const answer = ask({ worker: 'gone' }, gone.signal);
  gone.abort();
  assert.equal(await answer, undefined);
  waiting.push(job('a'));
  assert.equal((await next)?.id, 'a');
});

test('closing waits for the claim in progress, which releases its job', async () => {
  const answer = ask();
  await settleAll();
  waiting.push(job('a'));
  broker.wake('image');
  await broker.close();
  assert.equal(await answer, undefined);
  assert.deepEqual(released, ['a']);
});

test('closing ends every request without a job', async () => {
  const answers = [ask(), ask(), ask()];
  await settleAll();
  await broker.close();
  assert.deepEqual(await Promise.all(answers), [undefined, undefined, undefined]);
  assert.equal(await ask(), undefined);
});

test('the jobs of a long queue are claimed by groups, and one claim alone tries whether there is another', async () => {
  let open = 0;
  const groups: number[] = [];
  let jobs = 12;
  await broker.close();
  broker = createLeaseBroker(
    async () => {
      open += 1;
      const before = open;
      await settle();
      if (before === open) groups.push(open);
      await settle();
      open -= 1;
      jobs -= 1;
      return jobs < 0 ? undefined : job(`job-${jobs}`);
    },
    async () => {},
    (error) => errors.push(error),
  );
  // Every request claims once for itself before it waits, and finds nothing yet.
  jobs = 0;
  const answers = Array.from({ length: 20 }, (_, at) => ask({ worker: `worker-${at}` }));
  await settleAll();
  groups.length = 0;
  jobs = 12;
  broker.wake('image');
  await settleAll();
  assert.deepEqual(groups.slice(0, 4), [1, 2, 4, 8]);
  const leased = await Promise.all(answers.slice(0, 12));
  assert.equal(new Set(leased.map((lease) => lease?.id)).size, 12);
  broker.wake('image');
  await settleAll();
  assert.equal(groups.at(-1), 1);
});

test('an idle worker gets a job before one that leases ahead, however long that has waited', async () => {
  verifies('DEC-WORKER-12');
  const ahead = ask({ worker: 'busy', ahead: true });
  const idle = ask({ worker: 'idle' });
  await settleAll();
  waiting.push(job('a'));
  broker.wake('image');
  assert.equal((await idle)?.id, 'a');
  waiting.push(job('b'));
  broker.wake('image');
  assert.equal((await ahead)?.id, 'b');
});
