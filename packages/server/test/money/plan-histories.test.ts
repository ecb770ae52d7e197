import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { setArrears, setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/delete-job.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { type Quote, quoteImage, quoteVideo } from '../../src/pricing/quote.ts';
import { verifies } from '../requirements.ts';
import { acceptorOf, balanceOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { FundingModel, type Paid } from './funding-model.ts';

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

function video(mode: string, duration: number): Quote {
  const quote = quoteVideo({ mode, duration });
  assert.ok(quote.ok);
  return quote.value;
}

/** Prices and lengths of every kind; the long ones reach the end of an allowance in a few steps. */
const quotes: readonly Quote[] = [
  quoteImage({ width: 1024, height: 1024 }),
  quoteImage({ width: 2048, height: 2048 }),
  video('fast', 1),
  video('fast', 6.2),
  video('fast', 10),
  video('quality', 7),
  video('cinema', 5),
];

type Step =
  | { readonly do: 'order'; readonly quote: number }
  | { readonly do: 'putBack'; readonly job: number }
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
  { weight: 4, arbitrary: fc.record({ do: fc.constant('putBack' as const), job: fc.nat(20) }) },
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
    arbitrary: fc.record({ do: fc.constant('use' as const), amount: fc.integer({ min: 8900, max: 9000 }) }),
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

// The last instant of a month, of a leap February and of a year are as good as any other.
const starts = [
  '2027-12-31T23:59:59.999Z',
  '2028-02-29T23:59:59.999Z',
  '2028-03-31T23:59:59.999Z',
  '2029-02-14T12:00:00Z',
];

interface Scene {
  readonly accountId: string;
  readonly clock: ManualClock;
  readonly accept: ReturnType<typeof acceptorOf>;
  readonly model: FundingModel;
  readonly open: { id: string; paid: Paid }[];
}

const monthOf = (clock: ManualClock): string => clock.now().toISOString().slice(0, 7);

/** Where pay per use is ready to start; few random histories would come this far by themselves. */
const ready: readonly Step[] = [
  { do: 'plan', plan: 'pro' },
  { do: 'card', on: true },
  { do: 'payPerUse', on: true },
  { do: 'cap', amount: 700 },
];

async function play(start: string, isReady: boolean, steps: readonly Step[]): Promise<void> {
  const { database } = books;
  const clock = manualClock(start);
  const accountId = await newAccount(database, 0, clock);
  const scene: Scene = {
    accountId,
    clock,
    accept: acceptorOf(database, clock),
    model: new FundingModel(),
    open: [],
  };
  for (const action of isReady ? [...ready, ...steps] : steps) {
    clock.advance(1);
    await act(action, scene);
  }
  await assertSame(scene);
  // Arrears come from invoices, which these histories have none of; the audit would rightly complain.
  await act({ do: 'arrears', on: false }, scene);
}

async function act(action: Step, scene: Scene): Promise<void> {
  const { accountId, clock, model } = scene;
  const change = (work: (tx: Parameters<typeof setCap>[0]) => Promise<unknown>) =>
    books.database.transaction(work);
  switch (action.do) {
    case 'order':
      return order(quotes[action.quote] as Quote, scene);
    case 'putBack':
      return putBack(action.job, scene);
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
      return useUp(action.amount, scene);
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

/** Brings an allowance near its end with one long clip, so that histories stay short. */
async function useUp(thirds: number, scene: Scene): Promise<void> {
  await order(
    { ...(video('fast', 1) as Extract<Quote, { kind: 'video' }>), thirds, priceCents: 5000 },
    scene,
  );
}

async function order(quote: Quote, { accountId, clock, accept, model, open }: Scene): Promise<void> {
  const request = jobRequest(accountId, { quote });
  const answer = await accept(request);
  const isVideo = quote.kind === 'video';
  const paid = model.pay(
    {
      kind: quote.kind,
      cents: quote.priceCents,
      thirds: isVideo ? quote.thirds : 0,
      weight: isVideo && quote.mode === 'cinema' ? 2 : 1,
    },
    monthOf(clock),
  );
  assert.equal(answer.ok ? 'accepted' : answer.problem.code, typeof paid === 'string' ? paid : 'accepted');
  if (typeof paid !== 'string') open.push({ id: request.jobId, paid });
}

async function putBack(index: number, { accountId, clock, model, open }: Scene): Promise<void> {
  const [job] = open.splice(index % Math.max(1, open.length), 1);
  if (job === undefined) return;
  assert.equal(await deleteJob({ database: books.database, blobs: noBlobs, clock }, accountId, job.id), true);
  model.putBack(job.paid);
}

async function assertSame({ accountId, model }: Scene): Promise<void> {
  const { database } = books;
  assert.equal(await balanceOf(database, accountId), model.balance);
  const rows = await database.query<{ month: string; images: number; thirds: number; monthEnd: number }>(
    `select to_char(month, 'YYYY-MM') as month, images_included as images, thirds_included as thirds,
       month_end_cents as "monthEnd" from usage_months where account_id = $1`,
    [accountId],
  );
  const found = new Map(rows.map(({ month, ...used }) => [month, used]));
  for (const [month, used] of model.months) {
    assert.deepEqual(found.get(month) ?? { images: 0, thirds: 0, monthEnd: 0 }, used, month);
  }
}

test('generated histories of plans, caps, cards, months and put-backs end where the model says', async () => {
  verifies('DEC-FUNDING-02', 'DEC-FUNDING-03', 'V1-ALLOW-01');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.boolean(),
      fc.array(step, { minLength: 10, maxLength: 60 }),
      play,
    ),
    { numRuns: 150, endOnFailure: true },
  );
  assert.deepEqual(await violations(books.database), []);
});
