import { endReviewOfDispute, reviewAccount } from '../accounts/review-account.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { sendEmail } from '../notifications/email.ts';
import { type ApplyPaymentEvent, applyPaymentEvent } from '../payments/apply-payment-event.ts';
import { createStartCardSetup, type StartCardSetup } from '../payments/cards/card-setup.ts';
import { CLOCKS_DIFFER_MS } from '../payments/month-end/collect-invoices.ts';
import type { PaymentEffects } from '../payments/payment-effects.ts';
import { paymentTasks } from '../payments/payment-tasks.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { renewSandboxSubscriptions } from '../payments/sandbox/renew-subscriptions.ts';
import type { SandboxDependencies } from '../payments/sandbox/sandbox-dependencies.ts';
import { createSandboxProvider } from '../payments/sandbox/sandbox-provider.ts';
import { createStartPayment, type StartPayment } from '../payments/start-payment.ts';
import type { readWebhook } from '../payments/stripe/stripe.ts';
import type { SubscriptionDependencies } from '../payments/subscription/change-plan.ts';
import { noteForOperator } from '../security-log/note-for-operator.ts';
import type { PaymentConfig } from '../settings/payment-settings.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskList } from '../tasks/task.ts';

export interface Payments {
  readonly effects: PaymentEffects;
  readonly apply: ApplyPaymentEvent;
  readonly startPayment: StartPayment;
  readonly startCardSetup: StartCardSetup;
  /** Used to change and cancel plans. */
  readonly subscriptions: SubscriptionDependencies;
  readonly tasks: TaskList;
  /** Present if the provider is the sandbox: its checkout pages need it. */
  readonly sandbox?: SandboxDependencies;
  /** Present if the provider is Stripe: reads its webhooks. */
  readonly readWebhook?: (body: Buffer, signature: string) => ReturnType<typeof readWebhook>;
}

interface WirePaymentsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly catalogue: OpenCatalogue;
}

interface WirePaymentsConfig {
  readonly payments: PaymentConfig;
  /** Whether `clock` is the test clock, which only one server has. */
  readonly testClock: boolean;
}

/** Wires the configured payment provider and the use cases that need one. */
export async function wirePayments(
  { payments: config, testClock }: WirePaymentsConfig,
  { database, clock, publicUrl, catalogue }: WirePaymentsDependencies,
): Promise<Payments> {
  const effects: PaymentEffects = {
    clock,
    catalogue,
    addTask,
    sendEmail,
    reviewAccount,
    endReviewOfDispute,
    noteForOperator,
  };
  const withProvider = (provider: PaymentProvider, renewSubscriptions?: () => Promise<void>) => {
    const apply: ApplyPaymentEvent = async (event) => {
      await database.transaction((tx) => applyPaymentEvent(tx, effects, provider.name, event));
      crashPoint('payment.after_commit');
    };
    const startPayment = createStartPayment(database, clock, provider, catalogue);
    const startCardSetup = createStartCardSetup(database, clock, provider);
    const tasks = paymentTasks({
      database,
      effects,
      provider,
      apply,
      clocksDifferMs: testClock ? 0 : CLOCKS_DIFFER_MS,
      ...(renewSubscriptions && { renewSubscriptions }),
    });
    const subscriptions = { database, provider, apply, catalogue };
    return { effects, apply, startPayment, startCardSetup, subscriptions, tasks };
  };
  if (config.provider === 'stripe') {
    // The Stripe library is large, so it is loaded only when it is used.
    const { connectStripe, createStripeProvider, readWebhook } = await import('../payments/stripe/stripe.ts');
    const { webhookSecret } = config;
    const dependencies = { database, stripe: connectStripe(config), webhookSecret };
    return {
      ...withProvider(createStripeProvider(dependencies)),
      readWebhook: (body, signature) => readWebhook(dependencies, body, signature),
    };
  }
  const sandbox: SandboxDependencies = {
    database,
    clock,
    publicUrl,
    deliver: (tx, event) => applyPaymentEvent(tx, effects, 'sandbox', event),
  };
  return {
    ...withProvider(createSandboxProvider(sandbox), () => renewSandboxSubscriptions(sandbox)),
    sandbox,
  };
}
