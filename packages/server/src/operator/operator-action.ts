import type { Queryable } from '../db/database.ts';
import {
  insertSecurityEvent,
  type SecurityEvent,
  type SecurityEventKind,
} from '../security-log/security-event.ts';

/** The operator who acts in the console. */
export interface Operator {
  readonly accountId: string;
  /** The network of the request. */
  readonly network: string;
}

export interface OperatorAction {
  readonly kind: SecurityEventKind;
  /** The account it is done to; null for none. */
  readonly accountId: string | null;
  readonly details: NonNullable<SecurityEvent['details']>;
}

/** Writes an action to the security log, in the transaction of what it changes; returns the event for the log. */
export async function recordAction(
  tx: Queryable,
  operator: Operator,
  { kind, accountId, details }: OperatorAction,
  at: Date,
): Promise<SecurityEvent> {
  const event = { kind, accountId, details, network: operator.network, operatorId: operator.accountId };
  await insertSecurityEvent(tx, event, at);
  return event;
}
