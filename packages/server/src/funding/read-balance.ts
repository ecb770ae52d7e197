import { autoRechargeThresholdCents, type Balance, defaultMonthlyCapCents } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { latestPurchases } from '../ledger/purchases.ts';

/** The prepaid balance with the latest ten purchases. */
export async function readBalance(database: Database, accountId: string): Promise<Balance> {
  const [row] = await database.query<{ prepaidCents: number }>(
    'select prepaid_cents as "prepaidCents" from funding_accounts where account_id = $1',
    [accountId],
  );
  return {
    balance_cents: row?.prepaidCents ?? 0,
    auto_recharge: {
      enabled: false,
      amount_usd: null,
      threshold_cents: autoRechargeThresholdCents,
      declined_at: null,
    },
    monthly_cap_cents: defaultMonthlyCapCents,
    purchases: await latestPurchases(database, accountId),
  };
}
