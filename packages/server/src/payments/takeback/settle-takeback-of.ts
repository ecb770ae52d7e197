import type { Queryable } from '../../db/database.ts';
import { setAutoRecharge } from '../../funding/terms.ts';
import type { Cents } from '../../kernel/money.ts';
import { lockFundingRow } from '../../ledger/funding-accounts.ts';
import { settleTakeback } from '../../ledger/takeback.ts';
import { emailOwner } from '../email-owner.ts';
import type { PaymentEffects } from '../payment-effects.ts';

interface Taken {
  readonly takenCents: Cents;
  /** What was credited or settled of it; 0 while it is unpaid. */
  readonly paidCents: Cents;
  /** What its own refund took from the balance, without the provider having paid that out. */
  readonly unsentCents: Cents;
}

/** What of a takeback concerns the ledger: no more than was paid, and nothing that has left the balance already. Pure. */
export function dueOfTakeback({ takenCents, paidCents, unsentCents }: Taken): Cents {
  return Math.max(0, Math.min(takenCents, paidCents) - unsentCents);
}

/**
 * Brings the ledger in line with what the provider has taken back of a payment or an invoice, if it has, and tells the owner
 * and the operator. Called when that changes, and when the payment, the invoice or a refund of it does, so that all of these
 * may come in any order. Money that went back is not charged again by itself: auto-recharge is turned off. Locks the funding
 * row.
 */
export async function settleTakebackOf(
  tx: Queryable,
  effects: PaymentEffects,
  accountId: string,
  id: string,
): Promise<void> {
  const at = effects.clock.now();
  await lockFundingRow(tx, accountId);
  const taken = await readTaken(tx, id);
  if (taken === undefined) return;
  const moved = await settleTakeback(tx, accountId, { id, dueCents: dueOfTakeback(taken) }, at);
  const cents = moved.reversedCents + moved.owedCents;
  if (cents === 0) return;
  const kind = cents > 0 ? 'payment_taken_back' : 'payment_returned';
  const data = { cents: Math.abs(cents), owedCents: Math.max(0, moved.owedCents) };
  const details = { payment: id, cents: data.cents, owed_cents: data.owedCents };
  await effects.noteForOperator(tx, accountId, kind, details, at);
  if (cents > 0) await setAutoRecharge(tx, accountId, null);
  await emailOwner(tx, effects, accountId, { name: kind, data });
}

async function readTaken(tx: Queryable, id: string): Promise<Taken | undefined> {
  const [taken] = await tx.query<Taken>(
    `select taken_cents as "takenCents",
       coalesce(
         (select amount_cents from payments
          where payments.id = takebacks.id and state = 'succeeded' and kind <> 'subscription'),
         (select amount_cents - waived_cents from invoices where invoices.id = takebacks.id and state = 'paid'),
         0) as "paidCents",
       coalesce(
         (select amount_cents from refunds where payment_id = takebacks.id and state in ('open', 'refused')),
         0) as "unsentCents"
     from takebacks where takebacks.id = $1`,
    [id],
  );
  return taken;
}
