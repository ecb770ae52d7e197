import type { Purchase } from '@kinora/contract';
import type { Database } from '../db/database.ts';

const MAX_LISTED = 10;

interface PurchaseRow {
  readonly id: string;
  readonly amount_cents: number;
  readonly spent_cents: number;
  readonly source: Purchase['source'];
  readonly refundable_until: Date | null;
  readonly refunded_at: Date | null;
  readonly purchased_at: Date;
  readonly expires_at: Date | null;
  readonly expired_cents: number;
}

/**
 * The latest ten purchases, grants among them, newest first. `refundable_until` is null unless the purchase can be refunded at `at`: paid by
 * card, not spent and not refunded, within its time and not under review.
 */
export async function latestPurchases(database: Database, accountId: string, at: Date): Promise<Purchase[]> {
  const rows = await database.query<PurchaseRow>(
    `select purchases.id, amount_cents, spent_cents - expired_cents - coalesce(reversed_cents, 0) as spent_cents, source,
       purchased_at, expires_at,
       -- What has expired counts from that moment, also until the next sweep.
       expired_cents + case when expires_at <= $3 then amount_cents - spent_cents else 0 end as expired_cents,
       coalesce(refunded_at, case when taken_cents >= amount_cents then changed_at end) as refunded_at,
       case when under_review_since is null and spent_cents = 0 and refunded_at is null
         and coalesce(taken_cents, 0) = 0 and refundable_until > $3
         and exists (
           select from ledger_transactions join postings on transaction_id = ledger_transactions.id
           where ledger_transactions.purchase_id = purchases.id and kind = 'credit' and postings.source = 'card'
         ) then refundable_until end as refundable_until
     from purchases join accounts on accounts.id = purchases.account_id left join takebacks on takebacks.id = purchases.id
     where purchases.account_id = $1 order by purchased_at desc, purchases.id desc limit $2`,
    [accountId, MAX_LISTED, at],
  );
  return rows.map(({ expires_at: expiresAt, expired_cents: expiredCents, ...row }) => ({
    ...row,
    refundable_until: row.refundable_until?.toISOString() ?? null,
    refunded_at: row.refunded_at?.toISOString() ?? null,
    purchased_at: row.purchased_at.toISOString(),
    ...((row.source === 'grant' || row.source === 'code') && {
      expires_at: expiresAt?.toISOString() ?? null,
      expired_cents: expiredCents,
    }),
  }));
}
