import { ok, type Problem, type Result, refused } from '@kinora/contract';
import { withdrawApprovals } from '../access/claim/open-claim.ts';
import { revokeKeys } from '../access/rotate-key.ts';
import { closeAccount } from '../accounts/close-account.ts';
import { forgetWaiting } from '../admit/waiting/change-waiting.ts';
import { forgetWhoApplied } from '../catalogue/catalogue-versions.ts';
import type { Database, Queryable } from '../db/database.ts';
import { setAutoRecharge, setPayPerUse, setPriceList } from '../funding/terms.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { voidGrants } from '../ledger/expire-grants.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { sendEmail } from '../notifications/email.ts';
import { insertSecurityEvent, type SecurityEvent } from '../security-log/security-event.ts';
import { addTask } from '../tasks/add-task.ts';
import { forgetWebhooks } from '../webhooks/forget-webhooks.ts';
import { decideDeletion } from './decide-deletion.ts';
import { readHeldCents } from './read-held.ts';
import { readObligations } from './read-obligations.ts';

interface Deletion {
  readonly accountId: string;
  readonly email: string;
  readonly network: string;
  /** The balance that the person forfeits, as they read it; 0 for none. */
  readonly forfeitCents: number;
}

/**
 * Closes an account permanently. One transaction ends sessions, keys, approvals and sign-in, so that nothing new can
 * begin, and adds the tasks that cancel its subscription and erase the rest, however often the service is
 * interrupted. The ledger, the usage and the security log stay, without the address. Locks the funding row first.
 * Problem: `deletion_blocked`. Returns the event, or nothing if the account was closed meanwhile.
 */
export async function deleteAccount(
  database: Database,
  { accountId, email, network, forfeitCents }: Deletion,
  at: Date,
): Promise<Result<SecurityEvent | undefined, Problem>> {
  const deleted = await database.transaction<Result<SecurityEvent | undefined, Problem>>(async (tx) => {
    await lockFundingRow(tx, accountId);
    const open = await tx.query('select from accounts where id = $1 and deleted_at is null', [accountId]);
    if (open.length === 0) return ok(undefined);
    const blocked = decideDeletion(await readObligations(tx, accountId, at), forfeitCents);
    if (blocked !== undefined) return refused(blocked);
    await revokeKeys(tx, accountId, at);
    await withdrawApprovals(tx, accountId, at);
    await setAutoRecharge(tx, accountId, null);
    await setPayPerUse(tx, accountId, false);
    await setPriceList(tx, accountId, null);
    await forgetWebhooks(tx, accountId);
    await forgetWaiting(tx, accountId);
    await cancelSubscriptions(tx, accountId);
    await voidGrants(tx, accountId, at);
    await closeAccount(tx, accountId, at);
    await forgetWhoApplied(tx, email);
    await addTask(tx, 'erase_account', { accountId });
    await sendEmail(tx, { to: email, name: 'account_deleted', data: {} });
    const details = { forfeited_cents: forfeitCents, held_cents: await readHeldCents(tx, accountId) };
    const event: SecurityEvent = { kind: 'account_deleted', accountId, network, details };
    await insertSecurityEvent(tx, event, at);
    return ok(event);
  });
  if (deleted.ok) crashPoint('deletion.after_commit');
  return deleted;
}

async function cancelSubscriptions(tx: Queryable, accountId: string): Promise<void> {
  const running = await tx.query<{ subscriptionId: string }>(
    `select provider_id as "subscriptionId" from subscriptions
     where account_id = $1 and state = 'active' and ends_at is null`,
    [accountId],
  );
  for (const subscription of running) await addTask(tx, 'cancel_subscription', subscription);
}
