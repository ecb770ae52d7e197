import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { LeaseRequest } from '@kinora/contract';
import { createLeaseBroker, type LeaseBroker } from '../../src/jobs/lease-broker.ts';
import type { ClaimedJob } from '../../src/jobs/queue.ts';
import { leaseRequest } from '../support/act-as-worker.ts';

let waiting: ClaimedJob[];
let givenBack: string[];
let errors: unknown[];
let claims: string[];
let broker: LeaseBroker;

function job(id: string): ClaimedJob {
  return { ...({} as ClaimedJob), id, attempt: 1 };
}

/** Lets everything that is ready run. */
const settle = () => new Promise(setImmediate);

function ask(overrides: Partial<LeaseRequest> = {}, signal = new AbortController().signal) {
  return broker.lease(leaseRequest({ wait_ms: 25_000, ...overrides }), signal);
}

beforeEach((context) => {
  if (!('mock' in context)) throw new Error('a hook of a test has its mocks');
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  waiting = [];
  givenBack = [];
  errors = [];
  claims = [];
  broker = createLeaseBroker(
    async ({ worker }) => {
      claims.push(worker);
      await settle();
      return waiting.shift();
    },
    async ({ id }) => void givenBack.push(id),
    (error) => errors.push(error),
  );
});

test('a waiting job is handed out at once', async () => {
  waiting.push(job('a'));
  assert.equal((await ask())?.id, 'a');
});

test('a worker that does not want to wait is not made to', async () => {
  assert.equal(await ask({ wait_ms: 0 }), undefined);
});

test('a waking hands the next job to the longest waiter', async () => {
  const answers = [ask({ worker: 'one' }), ask({ worker: 'two' })];
  for (let i = 0; i < 10; i++) await settle();
  waiting.push(job('a'));
  broker.wake('image');
  assert.equal((await answers[0])?.id, 'a');
  waiting.push(job('b'));
  broker.wake('image');
  assert.equal((await answers[1])?.id, 'b');
});

test('a waking during a round asks for another round', async () => {
  const answer = ask({ worker: 'one' });
  for (let i = 0; i < 10; i++) await settle();
  broker.wake('image');
  broker.wake('image');
  await settle();
  waiting.push(job('a'));
  assert.equal((await answer)?.id, 'a');
});

test('a pool wakes its own waiters only', async () => {
  const answer = ask({ worker: 'video only', pools: ['video'] });
  for (let i = 0; i < 10; i++) await settle();
  claims = [];
  broker.wake('image');
  for (let i = 0; i < 10; i++) await settle();
  assert.deepEqual(claims, []);
  waiting.push(job('a'));
  broker.wake('video');
  assert.equal((await answer)?.id, 'a');
});

test('a worker is answered with nothing when its wait is over', async (context) => {
  const answer = ask({ wait_ms: 500 });
  for (let i = 0; i < 10; i++) await settle();
  // The timers are those that the hook has mocked.
  context.mock.timers.reset();
  broker.close();
  assert.equal(await answer, undefined);
});

test('a worker that hung up is forgotten, and a job claimed for it meanwhile is given back', async () => {
  const gone = new AbortController();
  const answer = ask({}, gone.signal);
  for (let i = 0; i < 10; i++) await settle();
  waiting.push(job('a'));
  broker.wake('image');
  gone.abort();
  assert.equal(await answer, undefined);
  for (let i = 0; i < 10; i++) await settle();
  assert.deepEqual(givenBack, ['a']);
  waiting.push(job('b'));
  broker.wake('image');
  for (let i = 0; i < 10; i++) await settle();
  assert.equal(waiting.length, 1);
});

test('a job claimed at once for a worker that hung up is given back', async () => {
  const gone = new AbortController();
  waiting.push(job('a'));
  const answer = ask({}, gone.signal);
  gone.abort();
  assert.equal(await answer, undefined);
  assert.deepEqual(givenBack, ['a']);
});

test('closing answers every waiter with nothing', async () => {
  const answers = [ask(), ask(), ask()];
  for (let i = 0; i < 10; i++) await settle();
  broker.close();
  assert.deepEqual(await Promise.all(answers), [undefined, undefined, undefined]);
  assert.equal(await ask(), undefined);
});
