import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { returnOverpaid } from './arrears.ts';
import { lockFundingRow } from './funding-accounts.ts';

interface Taken {
  readonly dueCents: Cents;
  /** What left the balance so far, which counts as spent of the purchase. */
  readonly reversedCents: Cents;
  readonly purchase: {
    readonly amountCents: Cents;
    readonly spentCents: Cents;
    readonly isRefunded: boolean;
  } | null;
}

/** How much of a takeback leaves the balance: what is unspent of its purchase. The rest is owed. Pure. */
export function decideTakeback({ dueCents, reversedCents, purchase }: Taken): {
  readonly reversedCents: Cents;
  readonly owedCents: Cents;
} {
  const unspent =
    purchase === null || purchase.isRefunded
      ? 0
      : purchase.amountCents - (purchase.spentCents - reversedCents);
  const reversed = Math.min(dueCents, unspent);
  return { reversedCents: reversed, owedCents: dueCents - reversed };
}

export interface ReadTakeback {
  /** That of the payment or the invoice. */
  readonly id: string;
  readonly accountId: string;
  readonly takenCents: Cents;
  readonly readNumber: number;
}

/**
 * Notes what the provider has taken back by now, to be settled in the same transaction. False if a later read was noted before.
 * One of nothing is noted as well, so that no older one counts after it. The caller has locked the funding row.
 */
export async function noteTakeback(
  tx: Queryable,
  { id, accountId, takenCents, readNumber }: ReadTakeback,
  at: Date,
): Promise<boolean> {
  const noted = await tx.query(
    `insert into takebacks as known (id, account_id, taken_cents, read_number, changed_at)
     values ($1, $2, $3, $4, $5)
     on conflict (id) do update set taken_cents = $3, read_number = $4, changed_at = $5
       where known.read_number < $4
     returning id`,
    [id, accountId, takenCents, readNumber, at],
  );
  return noted.length === 1;
}

interface TakebackRow {
  readonly reversedCents: Cents;
  readonly owedCents: Cents;
  readonly amountCents: Cents | null;
  readonly spentCents: Cents | null;
  readonly refundedAt: Date | null;
}

export interface Split {
  /** What left the balance now, or came to it if negative; and what is owed more or less. */
  readonly reversedCents: Cents;
  readonly owedCents: Cents;
}

/**
 * Takes `dueCents` in all of the takeback `id` from its purchase, as far as that is unspent; its account owes the rest. Less
 * than before is returned. Locks the funding row.
 */
export async function settleTakeback(
  tx: Queryable,
  accountId: string,
  { id, dueCents }: { readonly id: string; readonly dueCents: Cents },
  at: Date,
): Promise<Split> {
  await lockFundingRow(tx, accountId);
  const [row] = await tx.query<TakebackRow>(
    `select reversed_cents as "reversedCents", owed_cents as "owedCents", amount_cents as "amountCents",
       spent_cents as "spentCents", refunded_at as "refundedAt"
     from takebacks left join purchases on purchases.id = takebacks.id where takebacks.id = $1`,
    [id],
  );
  if (row === undefined) return { reversedCents: 0, owedCents: 0 };
  const { amountCents, spentCents, refundedAt } = row;
  const purchase =
    amountCents === null || spentCents === null
      ? null
      : { amountCents, spentCents, isRefunded: refundedAt !== null };
  const after = decideTakeback({ dueCents, reversedCents: row.reversedCents, purchase });
  const split = {
    reversedCents: after.reversedCents - row.reversedCents,
    owedCents: after.owedCents - row.owedCents,
  };
  const returnedCents = await returnOverpaid(tx, accountId, split.owedCents, at);
  await post(tx, { accountId, purchaseId: purchase && id, ...split }, at);
  await tx.query(
    'update takebacks set due_cents = $2, reversed_cents = $3, owed_cents = $4, changed_at = $5 where id = $1',
    [id, dueCents, after.reversedCents, after.owedCents, at],
  );
  // The purchases that the money returned to may have been taken back too.
  if (returnedCents > 0) await settleOwedTakebacks(tx, accountId, at);
  return split;
}

/** After money has returned to purchases of an account: takes from them what is owed for them. Locks the funding row. */
export async function settleOwedTakebacks(tx: Queryable, accountId: string, at: Date): Promise<void> {
  const owed = await tx.query<{ id: string; dueCents: Cents }>(
    `select id, due_cents as "dueCents" from takebacks where account_id = $1 and owed_cents > 0 order by id`,
    [accountId],
  );
  for (const takeback of owed) await settleTakeback(tx, accountId, takeback, at);
}

interface Move extends Split {
  readonly accountId: string;
  /** Null for an invoice. */
  readonly purchaseId: string | null;
}

async function post(
  tx: Queryable,
  { accountId, purchaseId, reversedCents, owedCents }: Move,
  at: Date,
): Promise<void> {
  if (reversedCents === 0 && owedCents === 0) return;
  await tx.query(
    `with noted as (
       insert into ledger_transactions (account_id, kind, purchase_id, created_at) values ($1, 'takeback', $2, $5)
       returning id
     ), posted as (
       insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
       select id, case when cents > 0 then account else 'card' end, case when cents > 0 then 'card' else account end, $2,
         abs(cents)
       from noted, (values ('prepaid', $3::bigint), ('receivable', $4::bigint)) as moved (account, cents) where cents <> 0
     ), taken as (
       update purchases set spent_cents = spent_cents + $3 where id = $2
     )
     update funding_accounts set prepaid_cents = prepaid_cents - $3, owed_cents = owed_cents + $4 where account_id = $1`,
    [accountId, purchaseId, reversedCents, owedCents, at],
  );
}
