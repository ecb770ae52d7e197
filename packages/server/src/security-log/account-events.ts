import type { Details } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

export interface AccountEvent {
  /** Ascending in the order of writing. */
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly network: string | null;
  readonly details: Details;
}

/** The events of an account, newest first, before the one with the id `before`. */
export function eventsOf(
  db: Queryable,
  accountId: string,
  {
    before = Number.MAX_SAFE_INTEGER,
    limit,
  }: { readonly before: number | undefined; readonly limit: number },
): Promise<AccountEvent[]> {
  return db.query(
    `select id, created_at as at, kind, network, details from security_events
     where account_id = $1 and id < $2 order by id desc limit $3`,
    [accountId, before, limit],
  );
}
