import type { Queryable } from '../db/database.ts';

/** What the security log records. */
export const securityEventKinds = [
  'sign_in',
  'sign_in_failed',
  'password_set',
  'claim_approved',
  'claim_denied',
  'key_issued',
  'refund_requested',
  'card_removed',
  'operator_command',
] as const;

type SecurityEventKind = (typeof securityEventKinds)[number];

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Null for an event of no account. */
  readonly accountId: string | null;
  /** The network of the request; null for a command of the operator. */
  readonly network: string | null;
  /** Never a secret: no key, no code, no password and nothing that was typed in their place. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Writes an event, in the transaction of what it reports. The table refuses updates and deletes, so an event that
 * somebody would rather not have there stays there.
 */
export async function insertSecurityEvent(
  db: Queryable,
  { kind, accountId, network, details = {} }: SecurityEvent,
  at: Date,
): Promise<void> {
  await db.query(
    'insert into security_events (kind, account_id, network, details, created_at) values ($1, $2, $3, $4, $5)',
    [kind, accountId, network, details, at],
  );
}

/** Writes an event as a log line too, so that a log collector can raise an alarm. Call it after the commit. */
export function logSecurityEvent(
  log: { info(fields: object, message: string): void },
  event: SecurityEvent,
): void {
  log.info({ security: event }, 'security event');
}
