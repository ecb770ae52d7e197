import { createAccount } from '../../src/accounts/create-account.ts';
import { endReviewOfDispute, reviewAccount } from '../../src/accounts/review-account.ts';
import type { Database } from '../../src/db/database.ts';
import { writeLetter } from '../../src/emails/emails.ts';
import { type RenderedEmail, renderLetter } from '../../src/emails/render-letter.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type ApplyPaymentEvent, applyPaymentEvent } from '../../src/payments/apply-payment-event.ts';
import { CLOCKS_DIFFER_MS } from '../../src/payments/month-end/collect-invoices.ts';
import type { PaymentEffects, PaymentTasks } from '../../src/payments/payment-effects.ts';
import { paymentTasks } from '../../src/payments/payment-tasks.ts';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { completeBankChallenge, payCheckout } from '../../src/payments/sandbox/checkout.ts';
import { renewSandboxSubscriptions } from '../../src/payments/sandbox/renew-subscriptions.ts';
import type { SandboxDependencies } from '../../src/payments/sandbox/sandbox-dependencies.ts';
import { createSandboxProvider } from '../../src/payments/sandbox/sandbox-provider.ts';
import { createStartPayment, type PaymentOrder } from '../../src/payments/start-payment.ts';
import { noteForOperator } from '../../src/security-log/note-for-operator.ts';
import { senderAt } from './emails.ts';
import type { ManualClock } from './manual-clock.ts';
import { type SoldCatalogue, sellCatalogue } from './sold-catalogue.ts';
import { createTestDatabase } from './test-database.ts';

/**
 * Payments on a real database. Tasks and emails are collected in lists, so that a test decides when tasks run.
 */
export interface PaymentScene {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly catalogue: SoldCatalogue;
  readonly effects: PaymentEffects;
  readonly provider: PaymentProvider;
  readonly sandbox: SandboxDependencies;
  readonly apply: ApplyPaymentEvent;
  readonly emails: SentEmail[];
  /** Creates an account that has not paid; returns its id. */
  customer(balanceCents?: number): Promise<string>;
  start(accountId: string, order: PaymentOrder): Promise<{ paymentId: string; checkoutUrl: string }>;
  /**
   * Buys at the sandbox's checkout, with the bank's confirmation where it is needed; returns the payment's
   * id.
   */
  buy(accountId: string, order: PaymentOrder, cardNumber?: string): Promise<string>;
  /** Runs the collected tasks, and those they add, until none is left. */
  runTasks(): Promise<void>;
  /** Runs the task of every minute, and the tasks it adds. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

type SentEmail = RenderedEmail & { readonly to: string };

export const PAYS = '4242 4242 4242 4242';
export const ASKS_BANK = '4000 0025 0000 3155';
export const DECLINES_LATER = '4000 0000 0000 0341';
export const DISPUTES = '4000 0000 0000 0259';

type Task = { [Name in keyof PaymentTasks]: { name: Name; payload: PaymentTasks[Name] } }[keyof PaymentTasks];

export async function setPaymentScene(
  clock: ManualClock,
  createProvider: (sandbox: SandboxDependencies) => PaymentProvider = createSandboxProvider,
): Promise<PaymentScene> {
  const { database, close } = await createTestDatabase();
  const emails: SentEmail[] = [];
  let tasks: Task[] = [];
  const catalogue = sellCatalogue(clock);
  const effects: PaymentEffects = {
    clock,
    catalogue,
    async addTask(_tx, name, payload) {
      tasks.push({ name, payload } as Task);
    },
    async sendEmail(_tx, email) {
      const sender = senderAt('http://localhost');
      emails.push({ to: email.to, ...renderLetter(writeLetter(email, sender), sender) });
    },
    reviewAccount,
    endReviewOfDispute,
    noteForOperator,
  };
  const sandbox: SandboxDependencies = {
    database,
    clock,
    publicUrl: () => 'http://localhost',
    deliver: (tx, event) => applyPaymentEvent(tx, effects, 'sandbox', event),
  };
  const provider = createProvider(sandbox);
  const apply: ApplyPaymentEvent = (event) =>
    database.transaction((tx) => applyPaymentEvent(tx, effects, provider.name, event));
  const renewSubscriptions = () => renewSandboxSubscriptions(sandbox);
  const handlers = paymentTasks({
    database,
    effects,
    provider,
    apply,
    clocksDifferMs: CLOCKS_DIFFER_MS,
    renewSubscriptions,
  });
  const startPayment = createStartPayment(database, clock, provider, catalogue);

  const scene: PaymentScene = {
    database,
    clock,
    catalogue,
    effects,
    provider,
    sandbox,
    apply,
    emails,
    async customer(balanceCents = 0) {
      const account = { email: `${newId()}@example.com`, balanceCents, operator: false };
      const created = await createAccount(database, clock, account);
      if (created === undefined) throw new Error('the email is taken');
      return created.accountId;
    },
    async start(accountId, order) {
      const started = await startPayment(accountId, order, 'http://localhost/back');
      if (!started.ok) throw new Error(started.problem.message);
      return started.value;
    },
    async buy(accountId, order, number = PAYS) {
      const { paymentId, checkoutUrl } = await scene.start(accountId, order);
      const id = checkoutUrl.split('/').at(-1) ?? '';
      const result = await payCheckout(sandbox, id, { number, expiry: '12/99', cvc: '123' });
      if (result?.kind === 'rejected') throw new Error(result.message);
      if (result?.kind === 'pending') await completeBankChallenge(sandbox, id, true);
      return paymentId;
    },
    async runTasks() {
      while (tasks.length > 0) {
        const due = tasks;
        tasks = [];
        await Promise.all(due.map(({ name, payload }) => handlers[name](payload as never)));
      }
    },
    async tick() {
      await handlers.payments_due({});
      await scene.runTasks();
    },
    close,
  };
  return scene;
}
