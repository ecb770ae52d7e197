import type { Queryable } from '../db/database.ts';
import { insertSecurityEvent, type SecurityEvent, type SecurityEventKind } from './security-event.ts';

/** Records what happened to an account by itself, as at the payment provider: an operator has to look at it. */
export async function noteForOperator(
  tx: Queryable,
  accountId: string | null,
  kind: SecurityEventKind,
  details: NonNullable<SecurityEvent['details']>,
  at: Date,
): Promise<void> {
  await insertSecurityEvent(tx, { kind, accountId, network: null, details }, at);
}
