import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { type Payments, wirePayments } from '../../src/wiring/wire-payments.ts';
import { refundInDashboard } from '../support/fake-stripe/after-payment.ts';
import {
  type FakeStripe,
  sendWebhook,
  signWebhook,
  startFakeStripe,
} from '../support/fake-stripe/fake-stripe.ts';
import type { Json } from '../support/fake-stripe/objects.ts';
import { payAt } from '../support/signed-in.ts';
import { sellCatalogue } from '../support/sold-catalogue.ts';
import type { FaultScene } from './fault-scene.ts';

/**
 * A payment provider that survives when the service is killed: the fake Stripe in the test's process, or the
 * sandbox in the database.
 */
export interface ProviderHarness {
  /** The settings of a service that uses this provider. */
  readonly settings: Readonly<Record<string, string>>;
  /** Payments wired in the test's process, for preparation; they have no crash points. */
  readonly payments: Payments;
  /** Buys without a service, at the time of `clock`. */
  buy(accountId: string, order: PaymentOrder, clock?: Clock): Promise<void>;
  /** Pays at the provider; each call of `deliver` sends its events to the service at `url`. */
  pay(accountId: string, order: PaymentOrder): Promise<{ deliver(url: string): Promise<void> }>;
  /** Refunds the latest payment in the provider's dashboard, which the sandbox does not have. */
  refundInDashboard(cents: number): void;
  /** Sends all events to the service at `url` again. */
  redeliver(url: string): Promise<void>;
  /** Cents of every charge that a card paid, in ascending order. */
  chargedCents(): Promise<number[]>;
  refunds(): Promise<number>;
  /** The number of month-end invoices, in any state. */
  invoices(): Promise<number>;
  stop(): Promise<void>;
}

const RETURN_URL = 'http://localhost/back';

export async function openSandboxHarness({ database }: FaultScene): Promise<ProviderHarness> {
  const wire = (clock: Clock) =>
    wirePayments(
      { payments: { provider: 'sandbox', ignoresStripeKey: false }, testClock: false },
      { database, clock, publicUrl: () => 'http://localhost', catalogue: sellCatalogue(clock) },
    );
  const payments = await wire(systemClock);
  const start = async ({ startPayment }: Payments, accountId: string, order: PaymentOrder) => {
    const started = await startPayment(accountId, order, RETURN_URL);
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
      if (wired.sandbox === undefined) throw new Error('the provider is not the sandbox');
      await payCheckout(wired.sandbox, id, { number: '4242424242424242', expiry: '12/99', cvc: '123' });
    },
    async pay(accountId, order) {
      const path = await start(payments, accountId, order);
      return { deliver: async (url) => void (await payAt(url + path)) };
    },
    refundInDashboard() {
      throw new Error('the sandbox has no dashboard');
    },
    // The sandbox delivers an event in the transaction of its cause, so there is nothing to repeat.
    redeliver: async () => {},
    async chargedCents() {
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

export async function openStripeHarness({ database }: FaultScene): Promise<ProviderHarness> {
  const stripe = await startFakeStripe();
  const { secretKey, webhookSecret, url: apiUrl } = stripe;
  const config = { provider: 'stripe', secretKey, webhookSecret, apiUrl } as const;
  const wire = (clock: Clock) =>
    wirePayments(
      { payments: config, testClock: false },
      { database, clock, publicUrl: () => 'http://localhost', catalogue: sellCatalogue(clock) },
    );
  const payments = await wire(systemClock);
  const delivered: Json[] = [];
  /** Delivers the waiting webhooks, and all earlier ones again. */
  const deliverAll = async (url: string) => {
    delivered.push(...stripe.waiting.splice(0));
    for (const event of delivered) {
      const { status } = await sendWebhook(`${url}/webhooks/stripe`, event, webhookSecret);
      if (status !== 200) throw new Error(`the webhook returned ${status}`);
    }
  };
  const pay = async ({ startPayment }: Payments, accountId: string, order: PaymentOrder) => {
    const started = await startPayment(accountId, order, RETURN_URL);
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
        if (read !== undefined && read !== 'forged' && read.event !== undefined)
          await wired.apply(read.event);
      }
    },
    async pay(accountId, order) {
      await pay(payments, accountId, order);
      return { deliver: deliverAll };
    },
    refundInDashboard(cents) {
      const intent = [...stripe.state.intents.keys()].at(-1) ?? '';
      refundInDashboard(stripe.state, intent, cents, stripe.emit);
    },
    redeliver: deliverAll,
    chargedCents: async () => chargedCents(stripe),
    refunds: async () => stripe.state.refunds.size,
    invoices: async () => stripe.state.invoices.size,
    stop: () => stripe.stop(),
  };
}

function chargedCents({ state }: FakeStripe): number[] {
  const ofMonths = ({ status, metadata }: Json) =>
    status === 'paid' && metadata.kinora_operation !== undefined;
  const paidInvoices = [...state.invoices.values()].filter(ofMonths);
  // Those of invoices have no metadata.
  const created = [...state.intents.values()].filter(
    ({ metadata }) => metadata.kinora_operation !== undefined,
  );
  const intents = created.map(({ amount_received: cents }) => Number(cents));
  const subscriptions = [...state.subscriptions.values()].map(({ items }) =>
    Number(items.data[0].price.unit_amount),
  );
  return [...intents, ...subscriptions, ...paidInvoices.map(({ amount_due: cents }) => Number(cents))].sort(
    (a, b) => a - b,
  );
}
