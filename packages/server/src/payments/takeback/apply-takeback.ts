import type { Queryable } from '../../db/database.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { noteTakeback } from '../../ledger/takeback.ts';
import type { PaymentEffects } from '../payment-effects.ts';
import type { EventOf } from '../payment-event.ts';
import type { PaymentProvider } from '../provider.ts';
import { settleTakebackOf } from './settle-takeback-of.ts';

type TakenBack = EventOf<'charge_taken_back'>;

/**
 * Applies what the provider has taken back of a charge: a refund that was not requested here, or a lost dispute. What is
 * unspent of the purchase leaves the balance, and the rest is owed. A dispute puts its account under review; when none is left
 * but won ones, that review ends. Locks the funding row first.
 */
export async function applyTakeback(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  event: TakenBack,
): Promise<void> {
  const { accountId, operationId } = event;
  await lockFundingRow(tx, accountId);
  const at = effects.clock.now();
  if (operationId !== null && (await noteTakeback(tx, { ...event, id: operationId }, at))) {
    await settleTakebackOf(tx, effects, accountId, operationId);
  }
  await applyDisputes(tx, effects, provider, event);
}

async function applyDisputes(
  tx: Queryable,
  effects: PaymentEffects,
  provider: PaymentProvider['name'],
  { accountId, disputes, readNumber }: TakenBack,
): Promise<void> {
  const at = effects.clock.now();
  let hasWon = false;
  for (const { id, state } of disputes) {
    const [changed] = await tx.query<{ isNew: boolean }>(
      `insert into disputes as known (provider, id, account_id, state, read_number, seen_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (provider, id) do update set state = $4, read_number = $5 where known.read_number < $5
       returning seen_at = $6 and read_number = $5 and xmax = 0 as "isNew"`,
      [provider, id, accountId, state, readNumber, at],
    );
    // An operator may have ended the review of an open one. One that is won when it is first seen asks for none.
    if (changed?.isNew === true && state !== 'won') await effects.reviewAccount(tx, accountId, at, 'dispute');
    if (changed !== undefined && state === 'won') hasWon = true;
  }
  if (hasWon) await effects.endReviewOfDispute(tx, accountId);
}
