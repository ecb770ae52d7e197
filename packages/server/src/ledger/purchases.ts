import type { Purchase } from '@kinora/contract';
import type { Database } from '../db/database.ts';

const MAX_LISTED = 10;

interface PurchaseRow {
  readonly id: string;
  readonly amount_cents: number;
  readonly spent_cents: number;
  readonly source: Purchase['source'];
  readonly refundable_until: Date;
  readonly refunded_at: Date | null;
  readonly purchased_at: Date;
}

/** The latest ten purchases, newest first. */
export async function latestPurchases(database: Database, accountId: string): Promise<Purchase[]> {
  const rows = await database.query<PurchaseRow>(
    `select id, amount_cents, spent_cents, source, refundable_until, refunded_at, purchased_at from purchases
     where account_id = $1 order by purchased_at desc, id desc limit $2`,
    [accountId, MAX_LISTED],
  );
  return rows.map((row) => ({
    ...row,
    refundable_until: row.refundable_until.toISOString(),
    refunded_at: row.refunded_at?.toISOString() ?? null,
    purchased_at: row.purchased_at.toISOString(),
  }));
}
