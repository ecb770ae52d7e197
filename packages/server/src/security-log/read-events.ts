import type { Queryable } from '../db/database.ts';

export interface LoggedEvent {
  /** Ascending in the order of writing. */
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly accountId: string | null;
  readonly email: string | null;
  readonly network: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Null selects every event. */
export interface EventFilter {
  readonly accountId: string | null;
  readonly kind: string | null;
  readonly since: Date | null;
}

/** The latest events that match the filter, oldest first. */
export async function readEvents(
  db: Queryable,
  { accountId, kind, since }: EventFilter,
  limit: number,
): Promise<LoggedEvent[]> {
  const latest = await db.query<LoggedEvent>(
    `select security_events.id, security_events.created_at as at, kind, account_id as "accountId", email, network,
       details
     from security_events left join accounts on accounts.id = account_id
     where ($1::uuid is null or account_id = $1) and ($2::text is null or kind = $2)
       and ($3::timestamptz is null or security_events.created_at >= $3)
     order by security_events.id desc limit $4`,
    [accountId, kind, since, limit],
  );
  return latest.toReversed();
}

/** The events of an account, newest first, before the one with the id `before`. */
export function eventsOf(
  db: Queryable,
  accountId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<Omit<LoggedEvent, 'accountId' | 'email'>[]> {
  return db.query(
    `select id, created_at as at, kind, network, details from security_events
     where account_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [accountId, before ?? null, limit],
  );
}
