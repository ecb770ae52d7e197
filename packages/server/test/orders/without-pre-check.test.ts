import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { blackPng } from '@kinora/testing/images';
import { createCountRejectedCall } from '../../src/jobs/accept/count-rejected-call.ts';
import { DEFAULT_STORAGE_QUOTAS } from '../../src/jobs/accept/decide-storage.ts';
import { raiseLimits } from '../../src/jobs/accept/raise-limits.ts';
import { createEphemeralJobs } from '../../src/jobs/ephemeral-jobs.ts';
import { createJobWatch } from '../../src/jobs/watch-jobs.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Order } from '../../src/orders/order.ts';
import { createPlaceOrder, type OrderDependencies, type PlaceOrder } from '../../src/orders/place-order.ts';
import { createReadAccountState } from '../../src/orders/read-account-state.ts';
import { createMemoryBlobs } from '../../src/storage/memory-blobs.ts';
import { acceptorOf, balanceOf, imageQuote, newAccount, UNLIMITED } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Orders of an account whose last order was accepted a moment ago. */

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
  const read = createReadAccountState(database, systemClock);
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
    storageQuotas: DEFAULT_STORAGE_QUOTAS,
    accountUrl: () => 'https://example.com',
    ephemeralJobs: createEphemeralJobs(
      database,
      createJobWatch(database, () => {}),
      null,
    ),
    findCapacityProblem: async () => undefined,
    findDiskProblem: async () => undefined,
    countRejectedCall: createCountRejectedCall(database, systemClock, async () => {}),
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
    kind: 'image',
    prompt: 'a lighthouse',
    seed: 1,
    upload: undefined,
    quoteFor: () => ({ quote: imageQuote(), credits: 0 }),
    jobApi: null,
    isEphemeral: false,
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

test('an account whose order was just accepted is not read again before the next acceptance', async () => {
  const { place, reads, accountId } = await sceneWith(100);
  for (let order = 0; order < 3; order++) assert.equal(codeOf(await place()), 'accepted');
  assert.equal(reads(), 1);
  assert.equal(await balanceOf(books.database, accountId), 100 - 3 * imageQuote().priceCents);
});

test('the first order that cannot be paid for is refused by the acceptance, and the next ones before it', async () => {
  const { place, reads } = await sceneWith(imageQuote().priceCents);
  const codes = [];
  for (let order = 0; order < 4; order++) codes.push(codeOf(await place()));
  assert.deepEqual(codes, ['accepted', ...Array(3).fill('balance_insufficient')]);
  assert.equal(reads(), 3);
});

test('a rejected prompt comes after the payment, and counts once', async () => {
  const { place, reads, rejections } = await sceneWith(imageQuote().priceCents);
  assert.equal(codeOf(await place()), 'accepted');
  assert.equal(codeOf(await place({ prompt: REJECTED })), 'balance_insufficient');
  assert.deepEqual([reads(), rejections()], [2, 0]);
  const paid = await sceneWith(100);
  assert.equal(codeOf(await paid.place()), 'accepted');
  assert.equal(codeOf(await paid.place({ prompt: REJECTED })), 'content_blocked');
  assert.deepEqual([paid.reads(), paid.rejections()], [2, 1]);
});

test('the refusal of one job too many tells when a job is expected to end', async () => {
  const { place, reads, accountId } = await sceneWith(100);
  await raiseLimits(books.database, accountId, { ...UNLIMITED, jobsAtOnce: 1 });
  assert.equal(codeOf(await place()), 'accepted');
  const refused = await place();
  assert.ok(!refused.ok);
  assert.deepEqual([refused.problem.retryAfterSeconds, reads()], [NEXT_JOB_END, 1]);
  assert.match(refused.problem.message, /Send this again in 77 s\.$/);
});

test('an order whose checks are expensive is always preceded by the read', async () => {
  const upload = { base64: blackPng(64, 64).toString('base64'), field: 'image_base64' };
  let readsBeforeCheck = 0;
  const withUpload = await sceneWith(100, {
    checkUpload: async () => {
      readsBeforeCheck = withUpload.reads();
      return { allowed: true };
    },
  });
  await withUpload.place();
  await withUpload.place({ upload });
  assert.equal(readsBeforeCheck, 2);
  const endpoints = await sceneWith(100, { checksAreLocal: false });
  await endpoints.place();
  await endpoints.place();
  assert.equal(endpoints.reads(), 2);
});
