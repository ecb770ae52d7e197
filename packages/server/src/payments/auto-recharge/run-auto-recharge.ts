import { autoRechargeThresholdCents, defaultMonthlyCapCents } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { countRecharge } from '../../funding/count-recharge.ts';
import { checkRecharge, NEW_RECHARGE_USD } from '../../funding/spending-limits.ts';
import { readTerms } from '../../funding/terms.ts';
import { readMonths } from '../../funding/usage-months.ts';
import { type Clock, isoDate, monthStart } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import type { ApplyPaymentEvent } from '../apply-payment-event.ts';
import { createPayment, findOpenRecharge, type Payment, readPayer } from '../payment.ts';
import type { PaymentProvider } from '../provider.ts';

interface RechargeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly provider: PaymentProvider;
  readonly apply: ApplyPaymentEvent;
}

/**
 * The task that recharges a low balance. Concurrent tasks of one account start one recharge: the first
 * creates it while it has locked the funding row, the others find it. A retry after a crash or a lost
 * response requests the same operation, which the provider performs once.
 */
export async function runAutoRecharge(
  { database, clock, provider, apply }: RechargeDependencies,
  accountId: string,
): Promise<void> {
  const recharge = await database.transaction((tx) =>
    startRecharge(tx, provider.name, accountId, clock.now()),
  );
  if (recharge === undefined) return;
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
  await lockFundingRow(tx, accountId);
  const open = await findOpenRecharge(tx, accountId);
  if (open !== undefined) return open;
  const amountCents = await amountDue(tx, accountId, at);
  if (amountCents === undefined) return undefined;
  const capMonth = isoDate(monthStart(at));
  const id = newId();
  await createPayment(
    tx,
    provider,
    { id, accountId, kind: 'auto_recharge', amountCents, plan: null, interval: null, capMonth },
    at,
  );
  await countRecharge(tx, accountId, capMonth, amountCents);
  return findOpenRecharge(tx, accountId);
}

/**
 * The amount of a recharge, in cents; undefined when the balance is not low, or the cap would be exceeded.
 */
async function amountDue(tx: Queryable, accountId: string, at: Date): Promise<number | undefined> {
  const terms = await readTerms(tx, accountId);
  const [account] = await tx.query<{ balanceCents: number; firstPaidAt: Date | null; underReview: boolean }>(
    `select prepaid_cents as "balanceCents", first_paid_at as "firstPaidAt",
       under_review_since is not null as "underReview"
     from funding_accounts join accounts on accounts.id = account_id where account_id = $1`,
    [accountId],
  );
  if (terms === undefined || account === undefined || terms.autoRechargeUsd === null) return undefined;
  if (account.underReview || account.balanceCents >= autoRechargeThresholdCents) return undefined;
  // The amount was within the limits when it was chosen; a card added since then may lower them.
  const history = { ...terms, firstPaidAt: account.firstPaidAt };
  const isLimited = checkRecharge(history, terms.autoRechargeUsd, at) !== undefined;
  const amountCents = (isLimited ? NEW_RECHARGE_USD : terms.autoRechargeUsd) * 100;
  const month = isoDate(monthStart(at));
  const used = (await readMonths(tx, [accountId], month)).get(accountId);
  const usedCents = (used?.monthEndCents ?? 0) + (used?.rechargeCents ?? 0);
  return usedCents + amountCents <= (terms.capCents ?? defaultMonthlyCapCents) ? amountCents : undefined;
}
