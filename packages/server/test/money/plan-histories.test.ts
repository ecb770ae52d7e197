import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import { setArrears, setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { type Quote, videoQuote } from '../../src/quote/quote.ts';
import {
  aVideoModel,
  catalogueWith,
  imageOf,
  openOnly,
  sellFromStart,
  videoModelIn,
  videoOf,
} from '../support/default-catalogue.ts';
import { acceptorOf, balanceOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openDatabaseEverywhere, setTimeZone, ZONES, type Zone } from '../support/time-zones.ts';
import { FundingModel, type Paid } from './funding-model.ts';

let books: TestDatabase;
let databases: Map<Zone, Database>;
before(async () => {
  books = await createTestDatabase();
  await sellFromStart(books.database, sold);
  databases = await openDatabaseEverywhere(books.connectionString);
});
after(async () => {
  for (const database of databases.values()) await database.close();
  await books.close();
});

/** Seconds that each count as a hundred of the allowance, so that histories stay short; at a price that no cap covers, and at one that it does. */
const heavy = { frames: { per_second: 12, step: 1 }, included_weight: 100 };
const price = (cents: number) => [{ resolution: 'hd', up_to_side: 1280, cents_per_second: cents }];
const sold = catalogueWith(
  [
    aVideoModel({ id: 'dear', ...heavy, price: price(166) }),
    aVideoModel({ id: 'cheap', ...heavy, price: price(20) }),
  ],
  {},
  2,
);
const heavyVideo = (id: string, units: number): Quote =>
  videoQuote(videoModelIn(sold, id), { width: 1280, height: 720 }, units);

/** Prices and lengths of every kind; the long ones use up an allowance in a few steps. */
const quotes: readonly Quote[] = [
  imageOf(1024, 1024),
  imageOf(2048, 2048),
  videoOf({ duration: 1 }),
  videoOf({ duration: 6.2 }),
  videoOf({ duration: 10 }),
  videoOf({ mode: 'quality', duration: 7 }),
  videoOf({ mode: 'cinema' }),
];

type Step =
  | { readonly do: 'order'; readonly quote: number }
  | { readonly do: 'reverse'; readonly job: number }
  | { readonly do: 'buy' | 'cap' | 'use'; readonly amount: number }
  | { readonly do: 'plan'; readonly plan: 'pro' | 'max' | null }
  | { readonly do: 'card' | 'payPerUse' | 'arrears'; readonly on: boolean }
  | { readonly do: 'nextMonth' };

const on = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('order' as const), quote: fc.nat(quotes.length - 1) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), job: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('buy' as const), amount: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cap' as const), amount: fc.integer({ min: 500, max: 900 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('use' as const), amount: fc.integer({ min: 356, max: 360 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      plan: fc.constantFrom(null, 'pro' as const, 'max' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('card' as const, 'payPerUse' as const, 'payPerUse' as const),
      on,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('arrears' as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nextMonth' as const) }) },
);

// The ends of a month of 31 days, a leap February, another February, a year, and daylight saving time.
const monthEnds = [
  '2028-04-01T00:00:00Z',
  '2028-03-01T00:00:00Z',
  '2029-03-01T00:00:00Z',
  '2028-01-01T00:00:00Z',
  '2028-11-01T00:00:00Z',
];

/**
 * The setting of a history: the time zones of the process and of the database session, and the end of a
 * month.
 */
const setting = fc.record({
  processZone: fc.constantFrom(...ZONES),
  databaseZone: fc.constantFrom(...ZONES),
  monthEnd: fc.constantFrom(...monthEnds),
  stepsBefore: fc.nat(40),
});

type Setting = typeof setting extends fc.Arbitrary<infer Value> ? Value : never;

interface Scene {
  readonly database: Database;
  readonly accountId: string;
  readonly clock: ManualClock;
  readonly accept: ReturnType<typeof acceptorOf>;
  readonly model: FundingModel;
  readonly open: { id: string; paid: Paid }[];
}

async function setScene(place: Omit<Setting, 'stepsBefore'>): Promise<Scene> {
  setTimeZone(place.processZone);
  const database = databases.get(place.databaseZone) as Database;
  const clock = manualClock(place.monthEnd);
  const accountId = await newAccount(database, 0, clock);
  return {
    database,
    accountId,
    clock,
    accept: acceptorOf(database, clock, undefined, openOnly(sold)),
    model: new FundingModel(),
    open: [],
  };
}

const monthOf = (clock: ManualClock): string => clock.now().toISOString().slice(0, 7);

/** The steps that make pay per use possible; few random histories would reach that state. */
const ready: readonly Step[] = [
  { do: 'plan', plan: 'pro' },
  { do: 'card', on: true },
  { do: 'payPerUse', on: true },
  { do: 'cap', amount: 700 },
];

/** Each step takes a millisecond, so the month ends between two steps, to the millisecond. */
async function play(place: Setting, isReady: boolean, steps: readonly Step[]): Promise<void> {
  const scene = await setScene(place);
  scene.clock.advance(-1 - place.stepsBefore);
  for (const action of isReady ? [...ready, ...steps] : steps) {
    scene.clock.advance(1);
    await act(action, scene);
  }
  await assertSame(scene);
  // Arrears without invoices and charges without a card, as in these histories, would violate audit rules.
  await act({ do: 'arrears', on: false }, scene);
  await act({ do: 'card', on: true }, scene);
}

async function act(action: Step, scene: Scene): Promise<void> {
  const { database, accountId, clock, model } = scene;
  const change = (work: (tx: Parameters<typeof setCap>[0]) => Promise<unknown>) => database.transaction(work);
  switch (action.do) {
    case 'order':
      return order(quotes[action.quote] as Quote, scene);
    case 'reverse':
      return reverse(action.job, scene);
    case 'buy':
      await change((tx) => grantBalance(tx, accountId, action.amount, clock.now()));
      model.purchases.push({ amount: action.amount, spent: 0 });
      model.hasPaid = true;
      return;
    case 'cap':
      await change((tx) => setCap(tx, accountId, action.amount));
      model.cap = action.amount;
      return;
    case 'use':
      return useAllowance(action.amount, scene);
    case 'plan':
      await change((tx) =>
        setPlan(tx, accountId, action.plan && { name: action.plan, source: 'web', interval: 'month' }),
      );
      model.plan = action.plan;
      return;
    case 'card':
      await change((tx) => setCard(tx, accountId, action.on ? clock.now() : null));
      model.hasCard = action.on;
      return;
    case 'payPerUse':
      await change((tx) => setPayPerUse(tx, accountId, action.on));
      model.payPerUse = action.on;
      return;
    case 'arrears':
      await change((tx) => setArrears(tx, accountId, action.on ? clock.now() : null));
      model.arrears = action.on;
      return;
    case 'nextMonth':
      clock.advance(31 * 86_400_000);
  }
}

/** Uses most of an allowance with one long video, so that histories stay short. */
async function useAllowance(units: number, scene: Scene): Promise<void> {
  await order(heavyVideo('dear', units), scene);
}

const WEIGHTS: Readonly<Record<string, number>> = { cinema: 2, dear: 100, cheap: 100 };

async function order(quote: Quote, { accountId, clock, accept, model, open }: Scene): Promise<void> {
  const request = jobRequest(accountId, { quote, catalogue: sold });
  const accepted = await accept(request);
  const isVideo = quote.medium === 'video';
  const paid = model.pay(
    {
      medium: quote.medium,
      cents: quote.priceCents,
      twelfths: isVideo ? 12 * quote.seconds : 0,
      weight: WEIGHTS[quote.model.id] ?? 1,
    },
    monthOf(clock),
  );
  assert.equal(
    accepted.ok ? 'accepted' : accepted.problem.code,
    typeof paid === 'string' ? paid : 'accepted',
  );
  if (typeof paid !== 'string') open.push({ id: request.jobId, paid });
}

async function reverse(index: number, { database, accountId, clock, model, open }: Scene): Promise<void> {
  const [job] = open.splice(index % Math.max(1, open.length), 1);
  if (job === undefined) return;
  assert.equal(await deleteJob({ database, ...noStore, clock }, accountId, job.id), true);
  model.reverse(job.paid);
}

async function assertSame({ database, accountId, model }: Scene): Promise<void> {
  assert.equal(await balanceOf(database, accountId), model.balance);
  const rows = await database.query<{ month: string; images: number; twelfths: number; monthEnd: number }>(
    `select to_char(month, 'YYYY-MM') as month, images_included as images, twelfths_included as twelfths,
       month_end_cents as "monthEnd" from usage_months where account_id = $1`,
    [accountId],
  );
  const found = new Map(rows.map(({ month, ...used }) => [month, used]));
  for (const [month, used] of model.months) {
    assert.deepEqual(found.get(month) ?? { images: 0, twelfths: 0, monthEnd: 0 }, used, month);
  }
}

test('generated histories of plans, caps, cards, months and reversals end in the state of the model, in any time zone', async () => {
  verifies('DEC-FUNDING-02', 'DEC-FUNDING-03', 'V1-ALLOW-01');
  await fc.assert(
    fc.asyncProperty(setting, fc.boolean(), fc.array(step, { minLength: 10, maxLength: 60 }), play),
    {
      numRuns: 150,
      endOnFailure: true,
    },
  );
  assert.deepEqual(await violations(books.database), []);
});

test('a month ends at midnight UTC to the millisecond, and a later reversal counts for the month of the job', async () => {
  verifies('DEC-FUNDING-02', 'DEC-FUNDING-03', 'V1-PLAN-05');
  for (const monthEnd of monthEnds) {
    for (const zone of ZONES)
      await crossMonthEnd(monthEnd, zone, ZONES[(ZONES.indexOf(zone) + 1) % ZONES.length] as Zone);
  }
  assert.deepEqual(await violations(books.database), []);
});

/** The cap covers one order a month, and the allowance of Max one video. */
async function crossMonthEnd(monthEnd: string, processZone: Zone, databaseZone: Zone): Promise<void> {
  const scene = await setScene({ monthEnd, processZone, databaseZone });
  const { clock, model, open } = scene;
  clock.advance(-1);
  const [last, first] = [monthOf(clock), monthEnd.slice(0, 7)];
  assert.notEqual(last, first);
  for (const action of ready) await act(action, scene);
  await act({ do: 'plan', plan: 'max' }, scene);
  const whole = heavyVideo('cheap', 360);
  const accepted: number[] = [];
  // Three orders in each month: one is included, one is within the cap, one exceeds both.
  for (const _month of [last, first]) {
    for (let n = 0; n < 3; n++) await order(whole, scene);
    accepted.push(open.length);
    clock.advance(1);
  }
  assert.deepEqual(accepted, [2, 4], `${monthEnd} in ${processZone} and ${databaseZone}`);
  clock.advance(70 * 86_400_000);
  await reverse(0, scene);
  await reverse(0, scene);
  assert.deepEqual(model.month(last), { images: 0, twelfths: 0, monthEnd: 0 });
  assert.deepEqual(model.month(first), { images: 0, twelfths: 36_000, monthEnd: 600 });
  await assertSame(scene);
}
