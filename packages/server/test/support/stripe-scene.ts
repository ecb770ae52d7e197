import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { connectStripe } from '../../src/payments/stripe/stripe-dependencies.ts';
import { createStripeProvider } from '../../src/payments/stripe/stripe-provider.ts';
import { type Payments, wirePayments } from '../../src/wiring/wire-payments.ts';
import { type FakeStripe, startFakeStripe } from './fake-stripe/fake-stripe.ts';
import type { CardBehaviour, Json } from './fake-stripe/objects.ts';
import type { ManualClock } from './manual-clock.ts';
import { type SoldCatalogue, sellCatalogue } from './sold-catalogue.ts';
import { startTestApp, type TestAccount, type TestApp } from './test-app.ts';

/** The whole server with Stripe as its provider, connected to the fake Stripe. */
export interface StripeScene {
  readonly stripe: FakeStripe;
  readonly service: TestApp;
  readonly catalogue: SoldCatalogue;
  readonly payments: Payments;
  /** The adapter by itself. */
  readonly provider: PaymentProvider;
  readonly webhookUrl: string;
  /** Every log line. */
  readonly logged: string[];
  start(customer: TestAccount, order: PaymentOrder): Promise<{ paymentId: string; checkoutUrl: string }>;
  /** Buys at Checkout and delivers its webhooks. */
  buy(customer: TestAccount, order: PaymentOrder, behaviour?: CardBehaviour, last4?: string): Promise<string>;
  deliver(arrange?: (events: Json[]) => Json[]): Promise<number[]>;
  stop(): Promise<void>;
}

/** The secret of an endpoint that is being replaced. */
export const FORMER_WEBHOOK_SECRET = 'whsec_of_the_former_endpoint';

export async function setStripeScene(clock: ManualClock): Promise<StripeScene> {
  const stripe = await startFakeStripe();
  const logged: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const { secretKey, webhookSecret, url: apiUrl } = stripe;
  const catalogue = sellCatalogue(clock);
  const service = await startTestApp({
    clock,
    catalogue,
    logger: pino({ level: 'trace' }, stream),
    environment: {
      KINORA_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: `${FORMER_WEBHOOK_SECRET}, ${webhookSecret}`,
      KINORA_STRIPE_URL: apiUrl,
    },
  });
  const payments = await wirePayments(
    { payments: { provider: 'stripe', secretKey, webhookSecret, apiUrl }, testClock: false },
    { database: service.database, clock, publicUrl: () => service.url, catalogue },
  );
  const provider = createStripeProvider({
    database: service.database,
    stripe: connectStripe({ secretKey, webhookSecret, apiUrl }),
    webhookSecret,
  });
  const webhookUrl = `${service.url}/webhooks/stripe`;
  const scene: StripeScene = {
    stripe,
    service,
    catalogue,
    payments,
    provider,
    webhookUrl,
    logged,
    async start(customer, order) {
      const started = await payments.startPayment(customer.id, order, `${service.url}/back`);
      if (!started.ok) throw new Error(started.problem.message);
      return started.value;
    },
    async buy(customer, order, behaviour, last4) {
      const { paymentId, checkoutUrl } = await scene.start(customer, order);
      await stripe.pay(checkoutUrl, behaviour, last4);
      await scene.deliver();
      return paymentId;
    },
    deliver: (arrange) => stripe.deliver(webhookUrl, arrange),
    async stop() {
      await service.stop();
      await stripe.stop();
    },
  };
  return scene;
}
