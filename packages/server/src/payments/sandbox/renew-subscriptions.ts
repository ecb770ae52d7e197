import type { Queryable } from '../../db/database.ts';
import { newId } from '../../kernel/ids.ts';
import { planPriceCents } from '../plan-price.ts';
import { periodEnd } from './billing-period.ts';
import type { SandboxDependencies } from './sandbox-dependencies.ts';

interface DueSubscription {
  readonly id: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly plan: 'pro' | 'max';
  readonly interval: 'month' | 'year';
  readonly paidUntil: Date;
  /** It renews on this day of the month. */
  readonly boughtAt: Date;
  readonly cancels: boolean;
  readonly canBeCharged: boolean;
}

/**
 * Renews the sandbox's subscriptions whose period is over, and ends those that were cancelled or whose card
 * declines. Each is locked and renewed in its own transaction; other nodes skip a locked one.
 */
export async function renewSandboxSubscriptions(sandbox: SandboxDependencies): Promise<void> {
  while (await sandbox.database.transaction((tx) => renewNext(tx, sandbox))) {
    // Until none is due.
  }
}

async function renewNext(tx: Queryable, sandbox: SandboxDependencies): Promise<boolean> {
  const at = sandbox.clock.now();
  const [due] = await tx.query<DueSubscription>(
    `select id, operation_id as "operationId", account_id as "accountId", plan, plan_interval as "interval",
       paid_until as "paidUntil", cancels,
       coalesce((select created_at from sandbox_charges where sandbox_charges.id = operation_id::text), paid_until)
         as "boughtAt",
       exists (
         select from sandbox_cards
         where sandbox_cards.account_id = sandbox_subscriptions.account_id and behaviour <> 'declines_later'
       ) as "canBeCharged"
     from sandbox_subscriptions where state = 'active' and paid_until <= $1
     order by paid_until limit 1 for update skip locked`,
    [at],
  );
  if (due === undefined) return false;
  const { id, operationId, accountId, plan, interval, paidUntil } = due;
  if (due.cancels || !due.canBeCharged) {
    await tx.query(`update sandbox_subscriptions set state = 'ended' where id = $1`, [id]);
    const eventBase = { id: `evt_${newId()}`, at: paidUntil, operationId, subscriptionId: id };
    await sandbox.deliver(tx, { ...eventBase, type: 'subscription_ended' });
    return true;
  }
  await tx.query('update sandbox_subscriptions set paid_until = $2 where id = $1', [
    id,
    periodEnd(paidUntil, interval, due.boughtAt),
  ]);
  await tx.query(
    `insert into sandbox_charges (id, account_id, amount_cents, outcome, created_at)
     values ($1, $2, $3, 'succeeded', $4)`,
    [`${operationId}:${paidUntil.toISOString()}`, accountId, planPriceCents(plan, interval), at],
  );
  return true;
}
