import { conditionsOf } from '../db/conditions.ts';
import type { Queryable } from '../db/database.ts';
import type { AccountEvent } from './account-events.ts';

/** An event with its account and the operator who did it, where there are such. */
export interface AuditedEvent extends AccountEvent {
  readonly accountId: string | null;
  readonly email: string | null;
  readonly operatorEmail: string | null;
}

export interface EventSearch {
  readonly kind?: string | undefined;
  /** The account that the event is about, or the operator who did it. */
  readonly accountId?: string | undefined;
  readonly network?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only events written before this one. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The events that match, the latest first. */
export async function searchEvents(db: Queryable, search: EventSearch): Promise<AuditedEvent[]> {
  const { kind, accountId, network, from, to, before, limit } = search;
  const values: unknown[] = [limit];
  const filter = conditionsOf(values, [
    ['kind = ?', kind],
    ['network = ?', network],
    ['security_events.created_at >= ?', from],
    ['security_events.created_at <= ?', to],
    ['security_events.id < ?', before],
  ]);
  const events = (ofAccount: string) =>
    `select * from security_events where ${ofAccount}${filter} order by id desc limit $1`;
  // Each half of an account's events reads its own index.
  const halvesOf = (account: string) =>
    `(${events(`account_id = ${account}`)}) union (${events(`operator_id = ${account}`)}) order by id desc limit $1`;
  const found = accountId === undefined ? events('true') : halvesOf(`$${values.push(accountId)}`);
  // Addresses are read for the shown events alone; a join would read those of all accounts.
  const emailOf = (column: string) => `(select email from accounts where accounts.id = ${column})`;
  return db.query<AuditedEvent>(
    `select id, created_at as at, kind, account_id as "accountId", ${emailOf('account_id')} as email,
       ${emailOf('operator_id')} as "operatorEmail", network, details
     from (${found}) as found order by id desc`,
    values,
  );
}
