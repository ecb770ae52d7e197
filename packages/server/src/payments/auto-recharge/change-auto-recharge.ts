import { invalidRequest, type Problem } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { readPaymentTerms } from '../../funding/overage.ts';
import { checkRecharge, monthlyCap } from '../../funding/spending-limits.ts';
import { setAutoRecharge } from '../../funding/terms.ts';
import { formatUsd } from '../../kernel/money.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { NoteSettingChange, PaymentEffects } from '../payment-effects.ts';
import { requestDueRecharge } from './request-recharge.ts';

/**
 * Turns auto-recharge on with an amount in US dollars, or off with null. If the balance is already low, a
 * recharge starts at once. `note` records a change. Problems: `new_account_recharge_limit`,
 * `new_card_recharge_limit`; `invalid_request`, for an amount above the monthly cap.
 */
export async function changeAutoRecharge(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
  amountUsd: number | null,
  note: NoteSettingChange,
): Promise<Problem | undefined> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const terms = await readPaymentTerms(tx, accountId);
    if (amountUsd !== null) {
      const limit = checkRecharge(terms, amountUsd, effects.clock.now());
      const problem = limit ?? checkCapAllows(amountUsd, terms.capCents);
      if (problem !== undefined) return problem;
    }
    await setAutoRecharge(tx, accountId, amountUsd);
    await requestDueRecharge(tx, effects, accountId);
    if (amountUsd !== terms.autoRechargeUsd) {
      const value = amountUsd === null ? 'off' : `adds ${formatUsd(amountUsd * 100)} USD each time`;
      await note(tx, { setting: 'auto_recharge', value });
    }
    return undefined;
  });
}

function checkCapAllows(amountUsd: number, capCents: number | null): Problem | undefined {
  const cap = monthlyCap(capCents);
  if (amountUsd * 100 <= cap) return undefined;
  const message =
    `${formatUsd(amountUsd * 100)} USD is above the monthly cap of ${formatUsd(cap)} USD; ` +
    'raise the cap or choose a smaller amount';
  return invalidRequest([{ path: 'amount_usd', message }]);
}
