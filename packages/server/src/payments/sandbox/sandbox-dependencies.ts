import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Card, PaymentEvent } from '../payment-event.ts';

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

/**
 * A sandbox card, valid until the month `expires`, as 2034-12. Its last digits decide its behaviour, so they identify
 * it.
 */
export function sandboxCard(last4: string, expires: string): Card {
  const [year, month] = expires.split('-').map(Number);
  const token = `sandbox_card_${last4}`;
  return {
    token,
    fingerprint: token,
    brand: 'visa',
    last4,
    expires: year === undefined || month === undefined ? null : { month, year },
  };
}
