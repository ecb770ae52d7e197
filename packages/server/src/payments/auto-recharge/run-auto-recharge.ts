import type { Database, Queryable } from '../../db/database.ts';
import { countRecharge } from '../../funding/count-recharge.ts';
import { decideRecharge } from '../../funding/decide-recharge.ts';
import { lockFunds } from '../../funding/lock-funds.ts';
import { type Clock, isoDate, monthStart } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { createPayment, findOpenRecharge, type Payment, readPayer } from '../payment.ts';
import type { PaymentProvider } from '../provider.ts';
import { isUnderReview } from '../under-review.ts';

interface RechargeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
}

/**
 * The task that recharges a low balance. Concurrent tasks of one account start one recharge: the first
 * creates it while it has locked the funding row, the others find it. A retry after a crash or a lost
 * response requests the same operation, which the provider performs once; not while the account is under review, when
 * its card may be stolen.
 */
export async function runAutoRecharge(
  { database, clock, provider, apply }: RechargeDependencies,
  accountId: string,
): Promise<void> {
  const recharge = await database.transaction((tx) =>
    startRecharge(tx, provider.name, accountId, clock.now()),
  );
  if (recharge === undefined || (await isUnderReview(database, accountId))) return;
  const event = await provider.chargeSavedCard({
    operationId: recharge.id,
    payer: await readPayer(database, accountId),
    amountCents: recharge.amountCents,
    description: 'Kinora auto-recharge',
  });
  if (event !== undefined) await apply(event);
}

/** The recharge to request from the provider; undefined when none is due. Locks the funding row first. */
async function startRecharge(
  tx: Queryable,
  provider: PaymentProvider['name'],
  accountId: string,
  at: Date,
): Promise<Payment | undefined> {
  const funds = (await lockFunds(tx, [accountId], at)).get(accountId);
  const decided = funds && decideRecharge(funds, at);
  if (decided?.recharge === 'due') {
    const { amountCents } = decided;
    const capMonth = isoDate(monthStart(at));
    await createPayment(
      tx,
      provider,
      {
        id: newId(),
        accountId,
        kind: 'auto_recharge',
        amountCents,
        plan: null,
        interval: null,
        catalogueVersion: null,
        capMonth,
      },
      at,
    );
    await countRecharge(tx, accountId, capMonth, amountCents);
  }
  return findOpenRecharge(tx, accountId);
}
