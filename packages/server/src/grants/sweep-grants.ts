import { followBalance } from '../balance/follow-balance.ts';
import type { Database } from '../db/database.ts';
import { expireGrants, markSwept } from '../ledger/expire-grants.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import type { PaymentEffects } from '../payments/payment-effects.ts';

/**
 * Returns to the operator what is unspent of every grant that has expired. Orders and balances do without it from the moment
 * of expiry on, so this may run late. An account that it leaves with a low balance gets an email and is recharged, as after an order.
 * A transaction each, so that no order waits for more than its own account.
 */
export async function sweepGrants(database: Database, effects: PaymentEffects): Promise<void> {
  const at = effects.clock.now();
  const due = await database.query<{ accountId: string }>(
    `select distinct account_id as "accountId" from purchases where expires_at <= $1 and not is_spent`,
    [at],
  );
  for (const { accountId } of due) {
    await database.transaction(async (tx) => {
      await lockFundingRow(tx, accountId);
      await followBalance(tx, effects, accountId, await expireGrants(tx, accountId, at));
    });
  }
  await markSwept(database, at);
}
