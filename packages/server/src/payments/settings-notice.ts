import { assert } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { monthlyCap } from '../funding/spending-limits.ts';
import { noteSettingsNotice, readTerms } from '../funding/terms.ts';
import { emailOwner } from './email-owner.ts';
import type { PaymentEffects } from './payment-effects.ts';

/** Who changes a setting. A key can be leaked, so a change with a key alone is reported by email. */
export type ChangedWith = 'api_key' | 'session';

/**
 * Requests an email about settings that were changed with the API key: at once, or a minute after the previous one.
 * More changes within that minute share an email, so that a leaked key cannot flood the owner's mailbox.
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
    const { autoRechargeUsd: rechargeUsd, payPerUse, capCents } = terms;
    const data = { rechargeUsd, payPerUse, capCents: monthlyCap(capCents) };
    await emailOwner(tx, effects, accountId, { name: 'settings_changed', data });
  });
}
