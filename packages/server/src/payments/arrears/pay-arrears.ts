import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { type Cents, formatUsd } from '../../kernel/money.ts';
import { payOwedFromBalance } from '../../ledger/arrears.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { readSavedCard } from '../cards/saved-card.ts';
import { addCollectTask } from '../month-end/request-collection.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { PaymentProvider } from '../provider.ts';
import { isUnderReview, refusedInReview } from '../under-review.ts';
import { type Arrears, readArrears } from './read-arrears.ts';

/**
 * Pays what was taken back from the balance, and charges the unpaid invoices to the card on file. Tasks charge them after the commit, so this never waits on the
 * card network; an invoice that is being charged already is not charged a second time. Returns what is owed now,
 * undefined when nothing is. Problems: `account_review_required`; `card_required`, without a card.
 */
export async function payArrears(
  database: Database,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  accountId: string,
): Promise<Result<Arrears | undefined, Problem>> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, accountId);
    const owed = await readArrears(tx, accountId);
    if (owed === undefined) return ok(undefined);
    if (await isUnderReview(tx, accountId)) return refused(refusedInReview);
    const paid = await payOwedFromBalance(tx, accountId, effects.clock.now());
    const hasInvoice = owed.amountCents > owed.takenBackCents;
    if (!hasInvoice) {
      return paid === owed.takenBackCents ? ok(undefined) : refused(topUpFirst(owed.takenBackCents - paid));
    }
    if ((await readSavedCard(tx, provider, accountId)) === undefined) {
      return refused(problem('card_required', 'There is no card on file; add one, and it pays the invoice.'));
    }
    await retryUnpaidInvoices(tx, effects, accountId);
    return ok(await readArrears(tx, accountId));
  });
}

function topUpFirst(cents: Cents): Problem {
  const message = `The balance does not cover ${formatUsd(cents)} USD of a payment that went back; top up, and it is paid.`;
  return problem('balance_insufficient', message);
}

/** Has every unpaid invoice charged again. The caller has locked the funding row, so each try is counted once. */
export async function retryUnpaidInvoices(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
): Promise<void> {
  const unpaid = await tx.query<{ id: string }>(
    `update invoices set state = 'open', tries = tries + 1 where account_id = $1 and state = 'unpaid' returning id`,
    [accountId],
  );
  for (const { id } of unpaid) await addCollectTask(tx, effects.addTask, id);
}
