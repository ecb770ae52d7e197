import { autoRechargeThresholdCents, type Balance, defaultMonthlyCapCents } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { latestPurchases } from '../ledger/purchases.ts';
import { type FundingTerms, TERMS_COLUMNS } from './terms.ts';

/** The prepaid balance, auto-recharge, the monthly cap and the latest ten purchases. */
export async function readBalance(database: Database, accountId: string): Promise<Balance> {
  const [row] = await database.query<FundingTerms & { prepaidCents: number }>(
    `select prepaid_cents as "prepaidCents", ${TERMS_COLUMNS}
     from funding_accounts join funding_terms using (account_id) where account_id = $1`,
    [accountId],
  );
  return {
    balance_cents: row?.prepaidCents ?? 0,
    auto_recharge: {
      enabled: row?.autoRechargeUsd != null,
      amount_usd: row?.autoRechargeUsd ?? null,
      threshold_cents: autoRechargeThresholdCents,
      declined_at: row?.autoRechargeDeclinedAt?.toISOString() ?? null,
    },
    monthly_cap_cents: row?.capCents ?? defaultMonthlyCapCents,
    purchases: await latestPurchases(database, accountId),
  };
}
