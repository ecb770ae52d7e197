import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { blockJob } from '../../src/attempt/block-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { requeueJob } from '../../src/attempt/requeue.ts';
import type { Database } from '../../src/db/database.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { closeHistory } from '../../src/ledger/audit/close-history.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import {
  acceptorOf,
  balanceOf,
  completeLease,
  imageQuote,
  jobRequest,
  newAccount,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { noStore } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openDatabaseEverywhere, setTimeZone, ZONES, type Zone } from '../support/time-zones.ts';

let books: TestDatabase;
let databases: Map<Zone, Database>;
before(async () => {
  books = await createTestDatabase();
  databases = await openDatabaseEverywhere(books.connectionString);
});
after(async () => {
  for (const database of databases.values()) await database.close();
  await books.close();
});

/** The model: a balance, purchases and the price of each open job, without a ledger. */
interface Model {
  balance: number;
  /** Purchases in order: bought and spent. */
  readonly purchases: { amount: number; spent: number }[];
  readonly waiting: { id: string; cents: number; from: [purchase: number, cents: number][] }[];
  running: { id: string; attempt: number; faults: number; job: Model['waiting'][number] } | undefined;
}

type Step =
  | { readonly do: 'buy' | 'accept'; readonly cents: number }
  | { readonly do: 'claim' | 'complete' | 'block' | 'fail' | 'retry' | 'release' | 'delete' | 'close' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), cents: fc.integer({ min: 1, max: 400 }) }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('accept' as const), cents: fc.integer({ min: 1, max: 300 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'claim' as const,
        'complete' as const,
        'block' as const,
        'fail' as const,
        'retry' as const,
        'release' as const,
        'delete' as const,
        'close' as const,
      ),
    }),
  },
);

function spend(model: Model, cents: number): [number, number][] | undefined {
  if (model.balance < cents) return undefined;
  const from: [number, number][] = [];
  let missing = cents;
  for (const [index, purchase] of model.purchases.entries()) {
    const taken = Math.min(missing, purchase.amount - purchase.spent);
    if (taken > 0) from.push([index, taken]);
    purchase.spent += taken;
    missing -= taken;
  }
  model.balance -= cents;
  return from;
}

function reverse(model: Model, job: Model['waiting'][number]): void {
  for (const [index, cents] of job.from) {
    const purchase = model.purchases[index];
    if (purchase !== undefined) purchase.spent -= cents;
  }
  model.balance += job.cents;
}

async function play(processZone: Zone, databaseZone: Zone, steps: readonly Step[]): Promise<void> {
  setTimeZone(processZone);
  const database = databases.get(databaseZone) as Database;
  await deleteLeftOver(database);
  const accountId = await newAccount(database, 0);
  const accept = acceptorOf(database);
  const model: Model = { balance: 0, purchases: [], waiting: [], running: undefined };
  for (const action of steps) await act(action, { database, accountId, accept, model });

  assert.equal(await balanceOf(database, accountId), model.balance);
  const purchases = await database.query<{ amount: number; spent: number }>(
    `select amount_cents as amount, spent_cents as spent from purchases where account_id = $1 order by purchased_at, id`,
    [accountId],
  );
  assert.deepEqual(purchases, model.purchases);
  leftOver = model.waiting.map(({ id }) => ({ accountId, id }));
  if (model.running !== undefined) {
    await recordFault(database, systemClock, leaseOf(model.running), { reason: 'over', retryable: false });
  }
}

let leftOver: { readonly accountId: string; readonly id: string }[] = [];

/** The queued jobs of the previous history, which would be claimed in this one and keep all later ones open. */
async function deleteLeftOver(database: Database): Promise<void> {
  for (const { accountId, id } of leftOver.splice(0)) {
    assert.equal(await deleteJob({ database, ...noStore, clock: systemClock }, accountId, id), true);
  }
}

const leaseOf = ({ id, attempt }: { id: string; attempt: number }) => ({ jobId: id, attempt });

interface Scene {
  readonly database: Database;
  readonly accountId: string;
  readonly accept: ReturnType<typeof acceptorOf>;
  readonly model: Model;
}

async function act(action: Step, { database, accountId, accept, model }: Scene): Promise<void> {
  const running = model.running;
  if (action.do === 'buy') {
    await database.transaction((tx) => grantBalance(tx, accountId, action.cents, systemClock.now()));
    model.purchases.push({ amount: action.cents, spent: 0 });
    model.balance += action.cents;
  } else if (action.do === 'accept') {
    const request = jobRequest(accountId, { quote: imageQuote(action.cents) });
    const accepted = await accept(request);
    const from = model.purchases.length === 0 ? undefined : spend(model, action.cents);
    assert.equal(accepted.ok, from !== undefined);
    if (from !== undefined) model.waiting.push({ id: request.jobId, cents: action.cents, from });
  } else if (action.do === 'claim') {
    if (running !== undefined) return;
    const claimed = await claimJob(database, leaseRequest({ pools: ['image'] }));
    const job = model.waiting.shift();
    assert.equal(claimed?.id, job?.id);
    if (claimed && job)
      model.running = { id: job.id, attempt: claimed.attempt, faults: faultsOf.get(job.id) ?? 0, job };
  } else if (action.do === 'close') {
    await closeHistory(database, { until: new Date(Date.now() + 60_000), step: 3 });
  } else if (action.do === 'delete') {
    const job = model.waiting.shift();
    if (job === undefined) return;
    assert.equal(await deleteJob({ database, ...noStore, clock: systemClock }, accountId, job.id), true);
    reverse(model, job);
  } else if (running !== undefined) {
    await end(action.do, running, database, model);
  }
}

const faultsOf = new Map<string, number>();

async function end(
  how: 'complete' | 'block' | 'fail' | 'retry' | 'release',
  running: NonNullable<Model['running']>,
  database: Database,
  model: Model,
): Promise<void> {
  const lease = leaseOf(running);
  model.running = undefined;
  if (how === 'complete') {
    assert.equal(await completeLease(database, lease), true);
  } else if (how === 'block') {
    assert.equal(await blockJob(database, systemClock, lease, { category: 'test', reason: 'test' }), true);
    reverse(model, running.job);
  } else if (how === 'release') {
    await requeueJob(database, lease, { outcome: 'requeued', reason: 'test' });
    // The job keeps its position: the order is by acceptance.
    model.waiting.unshift(running.job);
  } else {
    const fault = await recordFault(database, systemClock, lease, {
      reason: 'test',
      retryable: how === 'retry',
    });
    const faults = running.faults + 1;
    faultsOf.set(running.id, faults);
    const again = how === 'retry' && faults < 3;
    assert.equal(fault?.outcome, again ? 'retry' : 'fail');
    if (again) model.waiting.unshift(running.job);
    else reverse(model, running.job);
  }
}

test('generated histories end in the state of the model, in any time zone, and the audit passes', async () => {
  verifies('DEC-FUNDING-03', 'DEC-FUNDING-04', 'DEC-FUNDING-05');
  const zone = fc.constantFrom(...ZONES);
  await fc.assert(fc.asyncProperty(zone, zone, fc.array(step, { minLength: 5, maxLength: 40 }), play), {
    numRuns: 150,
    endOnFailure: true,
  });
  assert.deepEqual(await violationsBesidesPrices(books.database), []);
  const [closed] = await books.database.query<{ jobs: number }>(
    'select count(*) as jobs from jobs where id <= (select closed_job from ledger_closing)',
  );
  assert.ok(closed !== undefined && closed.jobs > 50, `${closed?.jobs} jobs were closed`);
});
