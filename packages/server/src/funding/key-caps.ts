import type { Queryable } from '../db/database.ts';

/**
 * The caps of the keys of `requested.account_id`, as an object by key; null without any, which costs a look into an
 * index that has no other accounts. A key that was revoked today or yesterday still has its cap: it may have authenticated an
 * order that is only now decided. `month` and `day` are the parameters with the first day of the UTC month, such as `$2`, and
 * the UTC day.
 */
export function keyCapsIn(month: string, day: string): string {
  return `(select json_object_agg(family_id,
      json_build_object('capCents', api_keys.cap_cents, 'spentCents', ${spentCentsIn(month)}))
    from api_keys where api_keys.account_id = requested.account_id and api_keys.cap_cents is not null
      and coalesce(api_keys.revoked_at, 'infinity') > ${day}::date - 1)`;
}

/**
 * What the key in `api_keys` has spent in a month, as an expression: a join may read what all keys have spent in it. `month` is as
 * above.
 */
export function spentCentsIn(month: string): string {
  return `coalesce((select spent_cents from key_months
    where key_id = api_keys.family_id and key_months.month = ${month}::date), 0)`;
}

/** A charge of an order that a key with a cap has placed. */
export interface CappedCharge {
  readonly keyId: string;
  readonly priceCents: number;
}

/** Adds charges to what their keys have spent in a month. The caller has locked the funding rows. */
export async function addToKeyMonths(
  tx: Queryable,
  charges: readonly CappedCharge[],
  month: string,
): Promise<void> {
  await tx.query(
    `insert into key_months (key_id, month, spent_cents)
     select key_id, $3::date, sum(cents) from unnest($1::uuid[], $2::bigint[]) as t (key_id, cents)
     group by key_id order by key_id
     on conflict (key_id, month) do update set spent_cents = key_months.spent_cents + excluded.spent_cents`,
    [charges.map(({ keyId }) => keyId), charges.map(({ priceCents }) => priceCents), month],
  );
}
