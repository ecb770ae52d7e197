import { type Plans, planTitle } from '../../catalogue/plans.ts';
import type { Queryable } from '../../db/database.ts';
import type { Cents } from '../../kernel/money.ts';
import { dayOf, documentNumber, type PaymentDocument } from './document.ts';

/**
 * The receipt of a top-up, an auto-recharge or a charge for a plan, or the credit note of a refund; undefined if the
 * account has none with this id. What was declined, or refused by the bank, has none.
 */
export async function readReceipt(
  db: Queryable,
  plans: Plans,
  accountId: string,
  id: string,
): Promise<PaymentDocument | undefined> {
  return (
    (await readPurchase(db, accountId, id)) ??
    (await readPlanCharge(db, plans, accountId, id)) ??
    (await readCreditNote(db, accountId, id))
  );
}

interface Paid {
  readonly number: number;
  /** Null and undefined for a card. */
  readonly paidWith?: string | null;
  readonly email: string;
  readonly cents: Cents;
  readonly at: Date;
}

const PURCHASES = {
  top_up: 'Prepaid balance, top-up',
  auto_recharge: 'Prepaid balance, auto-recharge',
} as const;

async function readPurchase(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<PaymentDocument | undefined> {
  const [paid] = await db.query<Paid & { readonly kind: keyof typeof PURCHASES }>(
    `select number, email, kind, paid_with as "paidWith", amount_cents as cents, ended_at as at
     from payments join accounts on accounts.id = account_id
     where payments.id = $1 and account_id = $2 and state = 'succeeded' and kind in ('top_up', 'auto_recharge')`,
    [id, accountId],
  );
  return paid && receipt(paid, '', PURCHASES[paid.kind]);
}

async function readPlanCharge(
  db: Queryable,
  plans: Plans,
  accountId: string,
  id: string,
): Promise<PaymentDocument | undefined> {
  const [paid] = await db.query<
    Paid & {
      readonly plan: string;
      readonly interval: 'month' | 'year';
      readonly isUpgrade: boolean;
    }
  >(
    `select number, email, amount_cents as cents, charged_at as at, plan, plan_interval as interval,
       is_upgrade as "isUpgrade"
     from plan_charges join accounts on accounts.id = account_id
     where plan_charges.id = $1 and account_id = $2`,
    [id, accountId],
  );
  if (paid === undefined) return undefined;
  const what = `${planTitle(plans, paid.plan)} plan, billed by the ${paid.interval}`;
  return receipt(paid, 'P', paid.isUpgrade ? `Upgrade to ${what}` : what);
}

/** Charges for plans have numbers of their own. */
function receipt(
  { number, email, cents, at, paidWith }: Paid,
  series: string,
  what: string,
): PaymentDocument {
  return {
    title: 'Receipt',
    number: documentNumber('Receipt', number, series),
    date: at,
    email,
    facts: [['Paid', `${dayOf(at)}, by ${paidWith?.replaceAll('_', ' ') ?? 'card'}`]],
    lines: [{ what, cents }],
    deductions: [],
    totalName: 'Paid',
    totalCents: cents,
    note: 'Thank you.',
  };
}

async function readCreditNote(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<PaymentDocument | undefined> {
  const [refund] = await db.query<Paid & { readonly purchase: number; readonly endedAt: Date | null }>(
    `select refunds.number, email, refunds.amount_cents as cents, refunds.created_at as at,
       payments.number as purchase, refunds.ended_at as "endedAt"
     from refunds join payments on payments.id = payment_id join accounts on accounts.id = payments.account_id
     where refunds.id = $1 and payments.account_id = $2 and refunds.state in ('open', 'settled')`,
    [id, accountId],
  );
  if (refund === undefined) return undefined;
  const { number, email, cents, at, purchase, endedAt } = refund;
  return {
    title: 'Credit note',
    number: documentNumber('Credit note', number),
    date: at,
    email,
    facts: [['For receipt', documentNumber('Receipt', purchase)]],
    lines: [{ what: 'Prepaid balance, refunded whole', cents: -cents }],
    deductions: [],
    totalName: 'Refunded',
    totalCents: -cents,
    note:
      endedAt === null
        ? 'The refund is on its way to the card that paid.'
        : `Paid back to the card on ${dayOf(endedAt)}. Your bank may take some days to show it.`,
  };
}
