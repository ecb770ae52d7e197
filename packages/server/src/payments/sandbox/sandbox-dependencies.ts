import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { PaymentEvent } from '../payment-event.ts';

export interface SandboxDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The public address, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Delivers an event, in the transaction of what it tells: the sandbox lives in our own database. */
  readonly deliver: (tx: Queryable, event: PaymentEvent) => Promise<void>;
}

/** A made-up name for the charge of an operation; refunds and disputes name it. */
export function sandboxCharge(operationId: string): string {
  return `sandbox_charge_${operationId}`;
}

/** The sandbox knows cards by how they behave, so that is what makes two the same. */
export function sandboxCard(last4: string): {
  readonly token: string;
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
} {
  return { token: `sandbox_card_${last4}`, fingerprint: `sandbox_card_${last4}`, brand: 'visa', last4 };
}
