import type { DetailValue, EventDetail } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

/** What the security log records. */
export const securityEventKinds = [
  'sign_in',
  'sign_in_failed',
  'second_factor_failed',
  'second_factor_added',
  'second_factor_removed',
  'backup_codes_issued',
  'session_confirmed',
  'sessions_ended',
  'password_set',
  'password_changed',
  'email_changed',
  'data_exported',
  'account_deleted',
  'claim_approved',
  'claim_denied',
  'key_issued',
  'key_changed',
  'key_revoked',
  'refund_requested',
  'code_redeemed',
  // Events of the payment provider that an operator has to look at.
  'refund_refused',
  'payment_taken_back',
  'payment_returned',
  'payment_not_credited',
  'payment_differs',
  'fraud_suspected',
  'card_removed',
  // One that moves money or results, in the console or with a key.
  'setting_changed',
  'account_suspended',
  'operator_command',
  // Events of the command line: a key or another secret of the installation was replaced.
  'secret_rotated',
  // Events of operators in the console, each with its reason.
  'account_banned',
  'account_unbanned',
  'account_review_started',
  'account_review_ended',
  'suspension_lifted',
  'limits_changed',
  'plan_granted',
  'plan_ended',
  'price_list_changed',
  'credit_granted',
  'balance_granted',
  'code_created',
  'code_ended',
  'prices_changed',
  'prices_withdrawn',
  'job_cancelled',
  'job_requeued',
  'content_revealed',
  'report_resolved',
  'block_reviewed',
  'worker_token_created',
  'worker_token_revoked',
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];

export interface SecurityEvent {
  readonly kind: SecurityEventKind;
  /** Null for an event of no account. */
  readonly accountId: string | null;
  /** The network of the request; null for a command of the operator. */
  readonly network: string | null;
  /** The operator who did it in the console. */
  readonly operatorId?: string;
  /** Never a secret: no key, no code, no password and nothing that was typed in their place. */
  readonly details?: Readonly<Partial<Record<EventDetail, DetailValue>>>;
}

/**
 * Writes an event, in the transaction of what it reports. The table refuses updates and deletes, so an event that
 * somebody would rather not have there stays there.
 */
export async function insertSecurityEvent(
  db: Queryable,
  { kind, accountId, network, operatorId, details = {} }: SecurityEvent,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into security_events (kind, account_id, network, operator_id, details, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [kind, accountId, network, operatorId ?? null, details, at],
  );
}

/** Writes an event as a log line too, so that a log collector can raise an alarm. Call it after the commit. */
export function logSecurityEvent(
  log: { info(fields: object, message: string): void },
  event: SecurityEvent,
): void {
  log.info({ security: event }, 'security event');
}
