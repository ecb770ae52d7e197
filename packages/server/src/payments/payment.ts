import type { PlanInterval } from '../catalogue/plans.ts';
import type { Queryable } from '../db/database.ts';
import type { Cents } from '../kernel/money.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import type { Payer, PaymentProvider } from './provider.ts';

/** One charge that was requested from a provider. */
export interface Payment {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'top_up' | 'subscription' | 'auto_recharge';
  readonly amountCents: Cents;
  /** The id of a plan. */
  readonly plan: string | null;
  readonly interval: PlanInterval | null;
  /** The version of the catalogue that a plan was ordered by. */
  readonly catalogueVersion: number | null;
  /** First day of the month whose cap an auto-recharge counts under. */
  readonly capMonth: string | null;
  readonly state: PaymentState;
  readonly chargeId: string | null;
}

export type PaymentState = 'open' | 'succeeded' | 'failed';

const COLUMNS = `id, account_id as "accountId", kind, amount_cents as "amountCents", plan,
  plan_interval as "interval", catalogue_version as "catalogueVersion", cap_month as "capMonth", state, charge_id as "chargeId"`;

/** Written before the provider is called, so that every charge at the provider has a payment here. */
export async function createPayment(
  tx: Queryable,
  provider: PaymentProvider['name'],
  payment: Omit<Payment, 'state' | 'chargeId'>,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into payments (id, account_id, provider, kind, amount_cents, plan, plan_interval, catalogue_version,
       cap_month, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      payment.id,
      payment.accountId,
      provider,
      payment.kind,
      payment.amountCents,
      payment.plan,
      payment.interval,
      payment.catalogueVersion,
      payment.capMonth,
      at,
    ],
  );
}

/**
 * Locks the account's funding row, then the payment, until the transaction ends. Every transaction that moves
 * an account's money locks in this order. Undefined for an unknown operation.
 */
export async function lockPayment(tx: Queryable, id: string): Promise<Payment | undefined> {
  const [owner] = await tx.query<{ accountId: string }>(
    'select account_id as "accountId" from payments where id = $1',
    [id],
  );
  if (owner === undefined) return undefined;
  await lockFundingRow(tx, owner.accountId);
  const [payment] = await tx.query<Payment>(`select ${COLUMNS} from payments where id = $1 for update`, [id]);
  return payment;
}

type PaymentEnd =
  | { readonly state: 'failed' }
  | {
      readonly state: 'succeeded';
      readonly chargeId?: string;
      /** What arrived, where it is not what was ordered. */
      readonly amountCents?: Cents;
      /** Null for a card. */
      readonly paidWith?: string | null;
    };

export async function endPayment(tx: Queryable, id: string, end: PaymentEnd, at: Date): Promise<void> {
  const { chargeId = null, amountCents = null, paidWith = null } = end.state === 'failed' ? {} : end;
  await tx.query(
    `update payments set state = $2, charge_id = $3, ended_at = $4, amount_cents = coalesce($5, amount_cents),
       paid_with = $6 where id = $1`,
    [id, end.state, chargeId, at, amountCents, paidWith],
  );
}

/** The state of one of the account's payments; undefined when it has no such payment. */
export async function readPaymentState(
  db: Queryable,
  accountId: string,
  paymentId: string,
): Promise<PaymentState | undefined> {
  const [row] = await db.query<{ state: PaymentState }>(
    'select state from payments where id = $1 and account_id = $2',
    [paymentId, accountId],
  );
  return row?.state;
}

/** The account's open auto-recharge; there is at most one. */
export async function findOpenRecharge(db: Queryable, accountId: string): Promise<Payment | undefined> {
  const [payment] = await db.query<Payment>(
    `select ${COLUMNS} from payments where account_id = $1 and kind = 'auto_recharge' and state = 'open'`,
    [accountId],
  );
  return payment;
}

export async function readPayer(db: Queryable, accountId: string): Promise<Payer> {
  const [row] = await db.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  if (row === undefined) throw new Error(`there is no account ${accountId}`);
  return { accountId, email: row.email };
}
