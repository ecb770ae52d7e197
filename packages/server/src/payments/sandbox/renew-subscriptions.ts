import type { Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { periodEnd } from './billing-period.ts';
import type { SandboxDependencies } from './sandbox-dependencies.ts';
import {
  activeEvent,
  type SandboxSubscription,
  SUBSCRIPTION_COLUMNS,
  saveSandboxSubscription,
} from './sandbox-subscription.ts';

/**
 * Renews the sandbox's subscriptions whose period is over, on the plan and at the price that they change to, and ends those that were cancelled
 * or whose card declines. Each is locked and renewed in its own transaction; other nodes skip a locked one.
 */
export async function renewSandboxSubscriptions(sandbox: SandboxDependencies): Promise<void> {
  while (await sandbox.database.transaction((tx) => renewNext(tx, sandbox))) {
    // Until none is due.
  }
}

async function renewNext(tx: Queryable, sandbox: SandboxDependencies): Promise<boolean> {
  const at = sandbox.clock.now();
  const [due] = await tx.query<SandboxSubscription>(
    `select ${SUBSCRIPTION_COLUMNS} from sandbox_subscriptions where state = 'active' and paid_until <= $1
     order by paid_until limit 1 for update skip locked`,
    [at],
  );
  if (due === undefined) return false;
  if (due.cancels || !due.canBeCharged) await end(tx, sandbox, due);
  else await renew(tx, sandbox, due, at);
  return true;
}

async function end(tx: Queryable, sandbox: SandboxDependencies, ended: SandboxSubscription): Promise<void> {
  const { id, operationId, paidUntil } = ended;
  await tx.query(`update sandbox_subscriptions set state = 'ended' where id = $1`, [id]);
  const eventBase = { id: `evt_${newId()}`, at: paidUntil, operationId, subscriptionId: id };
  await sandbox.deliver(tx, { ...eventBase, type: 'subscription_ended' });
}

async function renew(
  tx: Queryable,
  sandbox: SandboxDependencies,
  due: SandboxSubscription,
  at: Date,
): Promise<void> {
  const { operationId, accountId, paidUntil: periodStart, anchoredAt } = due;
  const { plan, interval, cents } = due.next ?? due;
  const paidUntil = periodEnd(periodStart, interval, anchoredAt);
  const renewed = { ...due, plan, interval, cents, periodStart, paidUntil, next: null };
  await saveSandboxSubscription(tx, renewed);
  await tx.query(
    `insert into sandbox_charges (id, account_id, amount_cents, outcome, created_at)
     values ($1, $2, $3, 'succeeded', $4)`,
    [`${operationId}:${periodStart.toISOString()}`, accountId, cents, at],
  );
  await sandbox.deliver(tx, activeEvent(`evt_${newId()}`, at, renewed));
  const bought = { plan, interval };
  const charged = {
    type: 'plan_charged',
    operationId,
    amountCents: cents,
    bought,
    isUpgrade: false,
  } as const;
  await sandbox.deliver(tx, { id: `evt_${newId()}`, at, ...charged });
}
