import { assert } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { monthlyCap } from '../funding/spending-limits.ts';
import { type FundingTerms, noteSettingsNotice, readTerms } from '../funding/terms.ts';
import { formatUsd } from '../kernel/money.ts';
import { readPayer } from './payment.ts';
import type { PaymentEffects } from './payment-effects.ts';

/** Who changes a setting. A key can be leaked, so a change with a key alone is reported by email. */
export type ChangedWith = 'api_key' | 'session';

/**
 * Requests an email about settings that were changed with the API key: at once, or a minute after the previous one. More
 * changes within that minute share an email, so that a leaked key cannot flood the owner's mailbox.
 */
export async function requestSettingsNotice(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
): Promise<void> {
  const [due] = await tx.query<{ runAt: Date }>(
    `select greatest(now(), settings_notified_at + interval '1 minute') as "runAt" from funding_terms
     where account_id = $1`,
    [accountId],
  );
  assert(due !== undefined, 'every account has terms');
  const options = { jobKey: `settings_notice:${accountId}`, runAt: due.runAt };
  await effects.addTask(tx, 'settings_notice', { accountId }, options);
}

/** The task that sends the email, with the settings as they are now. */
export async function sendSettingsNotice(
  database: Database,
  effects: PaymentEffects,
  accountId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await noteSettingsNotice(tx, accountId);
    const terms = await readTerms(tx, accountId);
    assert(terms !== undefined, 'every account has terms');
    const { email } = await readPayer(tx, accountId);
    const subject = 'Your payment settings were changed with your API key';
    await effects.sendEmail(tx, { to: email, subject, text: textOf(terms) });
  });
}

function textOf({ autoRechargeUsd, payPerUse, capCents }: FundingTerms): string {
  const recharge =
    autoRechargeUsd === null ? 'off' : `adds ${formatUsd(autoRechargeUsd * 100)} USD each time`;
  return `The payment settings of your account were changed with its API key. They are now:

Auto-recharge: ${recharge}
Pay per use: ${payPerUse ? 'on' : 'off'}
Monthly cap: ${formatUsd(monthlyCap(capCents))} USD

If you did not do this, sign in, replace your API key and turn auto-recharge off.
`;
}
