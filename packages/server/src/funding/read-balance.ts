import { autoRechargeThresholdCents, type Balance } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { latestPurchases } from '../ledger/purchases.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';
import { monthlyCap } from './spending-limits.ts';
import { type FundingTerms, TERMS_COLUMNS } from './terms.ts';

/** The prepaid balance, auto-recharge, the monthly cap in force and the latest ten purchases, at `at`. */
export async function readBalance(database: Database, accountId: string, at: Date): Promise<Balance> {
  const [row] = await database.query<FundingTerms & { prepaidCents: number }>(
    `select ${spendableBalance('$2')} as "prepaidCents", ${TERMS_COLUMNS}
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId, at],
  );
  return {
    balance_cents: row?.prepaidCents ?? 0,
    auto_recharge: {
      enabled: row?.autoRechargeUsd != null,
      amount_usd: row?.autoRechargeUsd ?? null,
      threshold_cents: autoRechargeThresholdCents,
      declined_at: row?.autoRechargeDeclinedAt?.toISOString() ?? null,
    },
    monthly_cap_cents: monthlyCap(row?.capCents ?? null),
    purchases: await latestPurchases(database, accountId, at),
  };
}
