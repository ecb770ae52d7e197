import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import type { PaymentOrder } from '../../src/payments/start-payment.ts';
import { wirePayments } from '../../src/wiring/wire-payments.ts';
import { payAt } from './signed-in.ts';
import { sellCatalogue } from './sold-catalogue.ts';
import type { TestAccount, TestApp } from './test-app.ts';

/** Buys at the sandbox's checkout page of a service, with the card `number`. */
export async function buyAtSandbox(
  service: TestApp,
  clock: Clock,
  customer: TestAccount,
  order: PaymentOrder,
  number?: string,
  catalogue: OpenCatalogue = sellCatalogue(clock),
): Promise<void> {
  const { startPayment } = await wirePayments(
    { payments: { provider: 'sandbox', ignoresStripeKey: false }, testClock: false },
    { database: service.database, clock, publicUrl: () => service.url, catalogue },
  );
  const started = await startPayment(customer.id, order, `${service.url}/account/payments`);
  if (!started.ok) throw new Error(started.problem.message);
  await payAt(started.value.checkoutUrl, number);
}
