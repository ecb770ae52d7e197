import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { payArrears } from '../../src/payments/arrears/pay-arrears.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import {
  closeDispute,
  failRefund,
  openDispute,
  refundInDashboard,
  reinstate,
} from '../support/fake-stripe/after-payment.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
import {
  acceptorOf,
  completeLease,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { type StripeScene, setStripeScene } from '../support/stripe-scene.ts';
import type { TestAccount } from '../support/test-app.ts';

/**
 * Histories of a customer at Stripe: payments of every kind, refunds and disputes, whose events reach the real route in any
 * order, more than once, in the shapes of other versions. Whatever happens, what Stripe has of the customer is what the ledger
 * says, and the audit passes after every step.
 */

const clock = manualClock(new Date().toISOString());
let scene: StripeScene;
before(async () => {
  scene = await setStripeScene(clock);
});
after(() => scene.stop());

const METHODS = ['card', 'link', 'sepa_debit', 'tomorrow_pay'] as const;
const which = fc.nat({ max: 7 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      amountUsd: fc.constantFrom(10 as const, 25 as const),
      method: fc.constantFrom(...METHODS),
      isDelayed: fc.boolean(),
      // Rarely.
      currency: fc.constantFrom('usd', 'usd', 'usd', 'usd', 'usd', 'eur'),
      cents: fc.constantFrom(undefined, undefined, undefined, 777),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('spend' as const), cents: fc.integer({ min: 100, max: 900 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('render' as const, 'render' as const, 'delete' as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('arrive' as const, 'fail' as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'fail_refund' as const,
        'own_refund' as const,
        'win' as const,
        'lose' as const,
        'reinstate' as const,
        'pay' as const,
      ),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which,
      cents: fc.integer({ min: 1, max: 2500 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('dispute' as const), which, isInquiry: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), seed: fc.nat(), all: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Customer {
  readonly account: TestAccount;
  readonly customerId: () => Promise<string>;
  readonly delayed: string[];
  readonly jobs: string[];
}

/** A generator of numbers below 1, so that a history can be repeated. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The shapes of an event: as the pinned version writes it, as an endpoint of an old one does, and almost nothing. */
function reshape(event: Json, random: () => number): Json {
  const { id, object } = event.data.object;
  const shape = Math.floor(random() * 3);
  if (shape === 0) return event;
  const old = {
    id,
    object,
    amount: '1',
    paid: true,
    metadata: null,
    payment_intent: null,
    status: 'open',
    lines: [],
  };
  return { ...event, api_version: '2014-01-31', data: { object: shape === 1 ? old : { id } } };
}

/** Delivers some of the waiting events, or all, in any order, and some of them again. */
async function deliver(seed: number, all: boolean): Promise<void> {
  const random = randomOf(seed);
  const waiting = scene.stripe.waiting.splice(0);
  const chosen = new Set(waiting.filter(() => all || random() < 0.5));
  const order = [...chosen, ...[...chosen].filter(() => random() < 0.3)]
    .map((event) => ({ event: reshape(event, random), at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ event }) => event);
  scene.stripe.waiting.push(...order);
  const statuses = await scene.deliver();
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  );
  scene.stripe.waiting.push(...waiting.filter((event) => !chosen.has(event)));
}

const at = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % (values.length || 1)];

async function intentsOf(customer: Customer): Promise<Json[]> {
  const id = await customer.customerId();
  return [...scene.stripe.state.intents.values()].filter((intent) => intent.customer === id);
}

const ofIntent = (kind: 'refunds' | 'disputes', intent: Json): Json[] =>
  [...scene.stripe.state[kind].values()].filter(({ payment_intent: of }) => of === intent.id);
const isGone = ({ status }: Json): boolean => status !== 'failed' && status !== 'canceled';
const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0);
const refundedOf = (intent: Json): number =>
  sum(
    ofIntent('refunds', intent)
      .filter(isGone)
      .map(({ amount }) => amount),
  );

/** What a lost dispute took, by the model: all of it, or what did not come back. */
const lostOf = (dispute: Json): number => {
  if (dispute.status !== 'lost') return 0;
  const [withdrawn, ...back] = dispute.balance_transactions.map(({ amount }: Json) => amount);
  return Math.round((dispute.amount * Math.max(0, -withdrawn - sum(back))) / -withdrawn);
};

async function act(action: Step, customer: Customer): Promise<void> {
  const { database } = scene.service;
  const { account, jobs } = customer;
  const { emit, state } = scene.stripe;
  switch (action.do) {
    case 'buy': {
      const started = await scene.payments.startPayment(
        account.id,
        { amountUsd: action.amountUsd },
        scene.service.url,
      );
      // Nothing is sold under review.
      if (!started.ok) return;
      const { checkoutUrl } = started.value;
      const { method, isDelayed, currency, cents } = action;
      if (isDelayed) customer.delayed.push(checkoutUrl);
      return scene.stripe.pay(checkoutUrl, 'succeeds', '4242', {
        isDelayed,
        currency,
        ...(method !== 'card' && { method }),
        ...(cents !== undefined && { cents }),
      });
    }
    case 'arrive':
    case 'fail': {
      const checkoutUrl = customer.delayed.shift();
      if (checkoutUrl !== undefined) scene.stripe.endDelayed(checkoutUrl, action.do === 'arrive');
      return;
    }
    case 'spend': {
      const request = jobRequest(account.id, { quote: imageQuote(action.cents) });
      if ((await acceptorOf(database, clock)(request)).ok) jobs.push(request.jobId);
      return;
    }
    case 'render': {
      const claimed = await claimJob(database, leaseRequest({ pools: ['image'] }));
      if (claimed === undefined) return;
      await completeLease(database, { jobId: claimed.id, attempt: claimed.attempt }, clock);
      jobs.splice(jobs.indexOf(claimed.id), 1);
      return;
    }
    case 'delete': {
      const job = jobs.shift();
      if (job !== undefined) await deleteJob({ database, ...noStore, clock }, account.id, job);
      return;
    }
    case 'pay':
      await payArrears(database, scene.payments.effects, 'stripe', account.id);
      return;
    case 'deliver':
      return deliver(action.seed, action.all);
  }
  const intent = at(
    (await intentsOf(customer)).filter(({ status }) => status === 'succeeded'),
    action.which,
  );
  if (intent === undefined) return;
  const disputes = ofIntent('disputes', intent);
  const left = intent.amount_received - refundedOf(intent);
  const open = disputes.find(({ status }) => !['won', 'lost', 'warning_closed'].includes(status));
  switch (action.do) {
    case 'refund':
      // Stripe refuses both.
      if (disputes.length === 0 && left > 0)
        refundInDashboard(state, intent.id, Math.min(left, action.cents), emit);
      return;
    case 'fail_refund': {
      const one = ofIntent('refunds', intent).find(isGone);
      if (one !== undefined && disputes.length === 0) failRefund(one, emit);
      return;
    }
    case 'own_refund':
      return refundHere(account, intent);
    case 'dispute':
      if (disputes.length === 0 && left > 0)
        openDispute(state, intent.id, emit, { cents: left, isInquiry: action.isInquiry });
      return;
    case 'win':
      if (open !== undefined)
        closeDispute(open, open.status.startsWith('warning') ? 'warning_closed' : 'won', emit);
      return;
    case 'lose':
      if (open?.status === 'needs_response') closeDispute(open, 'lost', emit);
      return;
    case 'reinstate': {
      const lost = disputes.find(
        ({ status, balance_transactions: moved }) => status === 'lost' && moved.length === 1,
      );
      if (lost !== undefined) reinstate(lost, (1 + (action.which % 3)) / 3, emit);
    }
  }
}

/** A refund in the console; not where Stripe would refuse it, because an operator decides about that. */
async function refundHere(account: TestAccount, intent: Json): Promise<void> {
  const { database } = scene.service;
  if (ofIntent('disputes', intent).length > 0 || ofIntent('refunds', intent).some(isGone)) return;
  const purchase = intent.metadata.kinora_operation;
  const outcome = await refundPayment(database, scene.payments.effects, account.id, purchase);
  if (outcome !== 'refunded') return;
  await until(async () => {
    const rows = await database.query(`select from refunds where payment_id = $1 and state = 'open'`, [
      purchase,
    ]);
    return rows.length === 0;
  });
}

/** What the account's postings took from cards, less what they returned to them. */
async function cardCents({ id }: TestAccount): Promise<number> {
  const [row] = await scene.service.database.query<{ cents: number }>(
    `select coalesce(sum(case when source = 'card' then amount_cents when destination = 'card' then -amount_cents else 0 end),
       0)::bigint as cents
     from ledger_transactions join postings on transaction_id = ledger_transactions.id where account_id = $1`,
    [id],
  );
  return row?.cents ?? 0;
}

async function play(steps: readonly Step[]): Promise<void> {
  const { database } = scene.service;
  const account = await scene.service.account(0);
  const customerId = async () => {
    const [row] = await database.query<{ id: string }>(
      'select customer_id as id from stripe_customers where account_id = $1',
      [account.id],
    );
    return row?.id ?? 'none';
  };
  const customer: Customer = { account, customerId, delayed: [], jobs: [] };
  const bought = {
    do: 'buy',
    amountUsd: 25,
    method: 'card',
    isDelayed: false,
    currency: 'usd',
    cents: undefined,
  } as const;
  for (const action of [bought, { do: 'deliver', seed: steps.length, all: true } as const, ...steps]) {
    await act(action, customer);
    assert.deepEqual(await violationsBesidesPrices(database), [], `after ${JSON.stringify(action)}`);
  }
  await deliver(steps.length, true);
  assert.deepEqual(await violationsBesidesPrices(database), []);

  const paid = (await intentsOf(customer)).filter(
    ({ status, currency }) => status === 'succeeded' && currency === 'usd',
  );
  const left = paid.map((intent) => {
    const lost = sum(ofIntent('disputes', intent).map(lostOf));
    return intent.amount_received - refundedOf(intent) - lost;
  });
  assert.equal(await cardCents(account), sum(left), 'the ledger has what Stripe has');
  const disputes = (await intentsOf(customer)).flatMap((intent) => ofIntent('disputes', intent));
  const [reviewed] = await database.query<{ inReview: boolean }>(
    'select under_review_since is not null as "inReview" from accounts where id = $1',
    [account.id],
  );
  const isKept = ({ status }: Json) => status === 'won' || status === 'warning_closed';
  assert.equal(reviewed?.inReview, !disputes.every(isKept), 'the review ends with the last dispute');
}

test('money that came in at Stripe is money in the ledger, whatever events come in whatever order and shape', async () => {
  verifies('DEC-PAYMENT-05', 'DEC-PAYMENT-09', 'DEC-PAYMENT-10');
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), {
    numRuns: EVERY_DRILL ? 300 : 16,
    endOnFailure: true,
  });
  const [seen] = await scene.service.database.query<{ taken: number }>(
    'select count(*) as taken from takebacks where due_cents > 0',
  );
  assert.ok((seen?.taken ?? 0) > 0, 'something was taken back');
});
