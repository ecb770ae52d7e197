import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { PaymentEvent } from '../payment-event.ts';

export interface SandboxDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Delivers an event, in the transaction of its cause: the sandbox is in the service's own database. */
  readonly deliver: (tx: Queryable, event: PaymentEvent) => Promise<void>;
}

/** The id of the charge of an operation, to which refunds and disputes refer. */
export function sandboxChargeId(operationId: string): string {
  return `sandbox_charge_${operationId}`;
}

/** A sandbox card. Its last digits decide its behaviour, so they identify it. */
export function sandboxCard(last4: string): {
  readonly token: string;
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
} {
  return { token: `sandbox_card_${last4}`, fingerprint: `sandbox_card_${last4}`, brand: 'visa', last4 };
}
