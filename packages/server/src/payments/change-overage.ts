import {
  assert,
  invalidRequest,
  type Overage,
  ok,
  type Problem,
  type Result,
  refused,
} from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { readOverage, readPaymentTerms } from '../funding/overage.ts';
import { checkCap } from '../funding/spending-limits.ts';
import { readTerms, setCap, setPayPerUse } from '../funding/terms.ts';
import { formatUsd } from '../kernel/money.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { requestDueRecharge } from './auto-recharge/request-recharge.ts';
import type { NoteSettingChange, PaymentEffects } from './payment-effects.ts';

/** Turns pay per use on or off; idempotent. `note` records a change. */
export async function setOverage(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
  enabled: boolean,
  note: NoteSettingChange,
): Promise<Overage> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const terms = await readTerms(tx, accountId);
    assert(terms !== undefined, 'every account has terms');
    if (terms.payPerUse !== enabled) {
      await setPayPerUse(tx, accountId, enabled);
      await note(tx, { setting: 'pay_per_use', value: enabled ? 'on' : 'off' });
    }
    return readOverage(tx, accountId, effects.clock.now());
  });
}

/**
 * Sets the monthly cap. A cap below what is already charged only affects new requests; a higher one may make an
 * auto-recharge due. `note` records a change. Problems: `new_account_cap_limit`;
 * `invalid_request`, for a cap below the amount of an auto-recharge.
 */
export async function changeCap(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
  capCents: number,
  note: NoteSettingChange,
): Promise<Result<Overage, Problem>> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const at = effects.clock.now();
    const terms = await readPaymentTerms(tx, accountId);
    const capProblem = checkCap(terms, capCents, at) ?? checkRechargeFits(terms.autoRechargeUsd, capCents);
    if (capProblem !== undefined) return refused(capProblem);
    if (terms.capCents !== capCents) {
      await setCap(tx, accountId, capCents);
      await requestDueRecharge(tx, effects, accountId);
      await note(tx, { setting: 'monthly_cap', value: `${formatUsd(capCents)} USD` });
    }
    return ok(await readOverage(tx, accountId, at));
  });
}

/** With a cap below its amount, auto-recharge would be on and never happen. */
function checkRechargeFits(autoRechargeUsd: number | null, capCents: number): Problem | undefined {
  if (autoRechargeUsd === null || autoRechargeUsd * 100 <= capCents) return undefined;
  const message =
    `${formatUsd(capCents)} USD is below the auto-recharge of ${formatUsd(autoRechargeUsd * 100)} USD; ` +
    'lower its amount or turn it off first';
  return invalidRequest([{ path: 'cap_cents', message }]);
}
