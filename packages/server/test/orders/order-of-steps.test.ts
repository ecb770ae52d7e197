import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok, type Problem } from '@kinora/contract';
import { blackPng } from '@kinora/testing/images';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { createCountRejectedCall } from '../../src/admit/accept/count-rejected-call.ts';
import type { Order } from '../../src/admit/order.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../../src/admit/place-order.ts';
import { createReadAccountState } from '../../src/admit/read-account-state.ts';
import { createEphemeralJobs } from '../../src/jobs/ephemeral-jobs.ts';
import { createJobWatch } from '../../src/jobs/watch-jobs.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { sha256 } from '../../src/kernel/ids.ts';
import { pricedInMoney } from '../../src/quote/quote-job.ts';
import { createMemoryBlobs } from '../../src/storage/memory-blobs.ts';
import { openOnly } from '../support/default-catalogue.ts';
import { acceptorOf, balanceOf, imageQuote, newAccount, UNLIMITED } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The answer to an order is the same whether its snapshot is read before or after its checks. */

const REJECTED = 'a rejected prompt';
/** Nothing else in the scene suggests this number of seconds. */
const NEXT_JOB_END = 77;

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

interface Scene {
  readonly place: (more?: Partial<Order>) => ReturnType<PlaceOrder>;
  readonly accountId: string;
  /** How often the state of the account was read before the acceptance. */
  readonly reads: () => number;
  readonly rejections: () => number;
}

async function sceneWith(balanceCents: number, more: Partial<OrderDependencies> = {}): Promise<Scene> {
  const { database } = books;
  const accountId = await newAccount(database, balanceCents);
  const read = createReadAccountState(database, systemClock, openOnly());
  let reads = 0;
  let rejections = 0;
  const blobs = createMemoryBlobs();
  const dependencies: OrderDependencies = {
    checksAreLocal: true,
    clock: systemClock,
    readAccountState: (query) => {
      reads += 1;
      return read(query);
    },
    nextJobEnd: async () => NEXT_JOB_END,
    catalogue: openOnly(),
    accountUrl: () => 'https://example.com',
    ephemeralJobs: createEphemeralJobs(
      database,
      createJobWatch(database, () => {}),
      null,
    ),
    findCapacityProblem: async () => undefined,
    findDiskProblem: async () => undefined,
    countRejectedCall: createCountRejectedCall(database, systemClock, openOnly(), async () => {}),
    queueView: { secondsForNew: async () => 0 },
    checkPrompt: async (prompt) =>
      prompt === REJECTED ? { allowed: false, category: 'gore', reason: 'no' } : { allowed: true },
    checkUpload: async () => ({ allowed: true }),
    preparePrompt: async ({ prompt }) => ({ ok: true, value: prompt }),
    recordRejection: async () => {
      rejections += 1;
      return 'Nine more suspend.';
    },
    evaluateSuspension: async () => {},
    blobs,
    acceptJob: acceptorOf(database),
    tagOf: () => '0123456',
    ...more,
  };
  const placeOrder = createPlaceOrder(dependencies);
  const order: Order = {
    accountId,
    keyId: null,
    recentlyRejected: false,
    priceList: null,
    operation: 'image',
    prompt: 'a lighthouse',
    seed: 1,
    upload: undefined,
    quoteFor: (catalogue) => pricedInMoney(catalogue, ok(imageQuote())),
    interface: 'v1',
    jobApi: null,
    zeroRetention: false,
    idempotency: null,
    answerOf: ({ jobId }) => ({ job_id: jobId }),
  };
  return {
    place: (overrides) => placeOrder({ ...order, ...overrides }),
    accountId,
    reads: () => reads,
    rejections: () => rejections,
  };
}

const codeOf = (placed: Awaited<ReturnType<PlaceOrder>>) => (placed.ok ? 'accepted' : placed.problem.code);

test('the snapshot is left out while orders are accepted, and read again after the first refusal', async () => {
  const { place, reads, accountId } = await sceneWith(2 * imageQuote().priceCents);
  const codes = [];
  for (let order = 0; order < 5; order++) codes.push(codeOf(await place()));
  assert.deepEqual(codes, ['accepted', 'accepted', ...Array(3).fill('balance_insufficient')]);
  assert.equal(reads(), 3);
  assert.equal(await balanceOf(books.database, accountId), 0);
});

test('a check that fails is not repeated', async () => {
  let checks = 0;
  const { place } = await sceneWith(100, {
    checkPrompt: async (prompt) => {
      checks += 1;
      return prompt === REJECTED ? { allowed: false, category: 'gore', reason: 'no' } : { allowed: true };
    },
  });
  assert.equal(codeOf(await place()), 'accepted');
  assert.equal(codeOf(await place({ prompt: REJECTED })), 'content_blocked');
  assert.equal(checks, 2);
});

test('a replay needs neither a check nor a worker, whatever was accepted before it', async () => {
  let problem: Problem | undefined;
  const { place } = await sceneWith(100, { findCapacityProblem: async () => problem });
  const idempotency = { key: 'once', requestHash: sha256('request') };
  const first = await place({ idempotency });
  problem = { code: 'workers_unavailable', message: 'none' };
  const again = await place({ idempotency });
  assert.ok(first.ok && again.ok);
  assert.deepEqual([again.value.replayed, again.value.answer], [true, first.value.answer]);
});

test('a rejected prompt comes after the payment, and counts once', async () => {
  const { place, rejections } = await sceneWith(imageQuote().priceCents);
  assert.equal(codeOf(await place()), 'accepted');
  assert.equal(codeOf(await place({ prompt: REJECTED })), 'balance_insufficient');
  assert.equal(rejections(), 0);
  const paid = await sceneWith(100);
  assert.equal(codeOf(await paid.place()), 'accepted');
  assert.equal(codeOf(await paid.place({ prompt: REJECTED })), 'content_blocked');
  assert.equal(paid.rejections(), 1);
});

test('the refusal of one job too many tells when a job is expected to end, also from under the lock', async () => {
  const { place, accountId } = await sceneWith(100);
  await setLimits(books.database, accountId, { ...UNLIMITED, jobsAtOnce: 1 });
  // Both pass on the snapshot that they share.
  const placed = await Promise.all([place(), place()]);
  const later = await place();
  assert.deepEqual(placed.map(codeOf).sort(), ['accepted', 'rate_limited']);
  for (const refused of [...placed, later]) {
    if (refused.ok) continue;
    assert.equal(refused.problem.retryAfterSeconds, NEXT_JOB_END);
    assert.match(refused.problem.message, /Send this again in 77 s\.$/);
  }
});

test('an order whose checks are expensive is always preceded by the snapshot', async () => {
  const upload = { base64: blackPng(64, 64).toString('base64'), field: 'image_base64' };
  const decodedAfter: number[] = [];
  const scene: Scene = await sceneWith(100, {
    checkUpload: async () => {
      decodedAfter.push(scene.reads());
      return { allowed: true };
    },
  });
  for (let order = 0; order < 2; order++) await scene.place({ upload });
  assert.deepEqual(decodedAfter, [1, 2]);
  const endpoints = await sceneWith(100, { checksAreLocal: false });
  for (let order = 0; order < 2; order++) await endpoints.place();
  assert.equal(endpoints.reads(), 2);
});
