import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { type Payments, wirePayments } from '../../src/wire-payments.ts';
import {
  type FakeStripe,
  sendWebhook,
  signWebhook,
  startFakeStripe,
} from '../support/fake-stripe/fake-stripe.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
import { payAt } from '../support/signed-in.ts';
import type { FaultScene } from './fault-scene.ts';

/**
 * A payment provider that outlives the service which is killed: Stripe's stand-in, in the test's process, or
 * the sandbox, in the database.
 */
export interface Till {
  /** What the service must be started with. */
  readonly settings: Readonly<Record<string, string>>;
  /** Our payments in the test's own process, to prepare with; they die at no point. */
  readonly payments: Payments;
  /** Buys without a service, at the time of `clock`. */
  buy(accountId: string, order: PaymentOrder, clock?: Clock): Promise<void>;
  /** The buyer has paid at the provider; told to the service at `url`, as often as this is called. */
  open(accountId: string, order: PaymentOrder): Promise<{ tell(url: string): Promise<void> }>;
  /** Tells everything that ever happened once more. */
  repeat(url: string): Promise<void>;
  /** Cents of every charge that a card paid, in ascending order. */
  charged(): Promise<number[]>;
  refunds(): Promise<number>;
  /** Invoices of a month, whatever became of them. */
  invoices(): Promise<number>;
  stop(): Promise<void>;
}

const BACK = 'http://localhost/back';

export async function openSandboxTill({ database }: FaultScene): Promise<Till> {
  const wire = (clock: Clock) =>
    wirePayments(
      { provider: 'sandbox', loopbackOnly: true },
      { database, clock, publicUrl: () => 'http://localhost' },
    );
  const payments = await wire(systemClock);
  const start = async ({ startPayment }: Payments, accountId: string, order: PaymentOrder) => {
    const started = await startPayment(accountId, order, BACK);
    if (!started.ok) throw new Error(started.problem.message);
    return new URL(started.value.checkoutUrl).pathname;
  };
  return {
    settings: {},
    payments,
    async buy(accountId, order, clock = systemClock) {
      const { payCheckout } = await import('../../src/payments/sandbox/checkout.ts');
      const wired = await wire(clock);
      const id = (await start(wired, accountId, order)).split('/').at(-1) ?? '';
      if (wired.sandbox === undefined) throw new Error('this is the sandbox');
      await payCheckout(wired.sandbox, id, { number: '4242424242424242', expiry: '12/99', cvc: '123' });
    },
    async open(accountId, order) {
      const path = await start(payments, accountId, order);
      return { tell: async (url) => void (await payAt(url + path)) };
    },
    // What happened and what is told of it are one transaction here.
    repeat: async () => {},
    async charged() {
      const rows = await database.query<{ cents: number }>(
        `select amount_cents as cents from sandbox_charges where outcome = 'succeeded' order by 1`,
      );
      return rows.map(({ cents }) => cents);
    },
    async refunds() {
      const rows = await database.query('select from sandbox_charges where refunded_at is not null');
      return rows.length;
    },
    async invoices() {
      const rows = await database.query(`select from sandbox_charges where id like '%:%'`);
      return rows.length;
    },
    stop: async () => {},
  };
}

export async function openStripeTill({ database }: FaultScene): Promise<Till> {
  const stripe = await startFakeStripe();
  const { secretKey, webhookSecret, url: apiUrl } = stripe;
  const config = { provider: 'stripe', secretKey, webhookSecret, apiUrl } as const;
  const wire = (clock: Clock) =>
    wirePayments(config, { database, clock, publicUrl: () => 'http://localhost' });
  const payments = await wire(systemClock);
  const told: Json[] = [];
  /** Whatever waits at Stripe and what was told before, to a service. */
  const tellAll = async (url: string) => {
    told.push(...stripe.waiting.splice(0));
    for (const event of told) {
      const { status } = await sendWebhook(`${url}/webhooks/stripe`, event, webhookSecret);
      if (status !== 200) throw new Error(`a webhook was answered ${status}`);
    }
  };
  const pay = async ({ startPayment }: Payments, accountId: string, order: PaymentOrder) => {
    const started = await startPayment(accountId, order, BACK);
    if (!started.ok) throw new Error(started.problem.message);
    await stripe.pay(started.value.checkoutUrl);
  };
  return {
    settings: {
      KINORA_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      KINORA_STRIPE_URL: apiUrl,
    },
    payments,
    async buy(accountId, order, clock = systemClock) {
      const wired = await wire(clock);
      await pay(wired, accountId, order);
      for (const event of stripe.waiting.splice(0)) {
        const { payload, signature } = signWebhook(event, webhookSecret);
        const read = await wired.readWebhook?.(Buffer.from(payload), signature);
        if (read !== undefined && read !== 'forged') await wired.apply(read);
      }
    },
    async open(accountId, order) {
      await pay(payments, accountId, order);
      return { tell: tellAll };
    },
    repeat: tellAll,
    charged: async () => chargedAt(stripe),
    refunds: async () => stripe.state.refunds.size,
    invoices: async () => stripe.state.invoices.size,
    stop: () => stripe.stop(),
  };
}

function chargedAt({ state }: FakeStripe): number[] {
  const paidInvoices = [...state.invoices.values()].filter(({ status }) => status === 'paid');
  const intents = [...state.intents.values()].map(({ amount_received: cents }) => Number(cents));
  const subscriptions = [...state.subscriptions.values()].map(({ items }) =>
    Number(items.data[0].price.unit_amount),
  );
  return [...intents, ...subscriptions, ...paidInvoices.map(({ amount_due: cents }) => Number(cents))].sort(
    (a, b) => a - b,
  );
}
