import type { Queryable } from '../db/database.ts';
import { recordFirstPayment } from '../ledger/first-payment.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';

/**
 * The billing of a plan that the operator granted. `none`: its allowance; pay per use needs a card. `manual`: invoices for
 * the operator to collect, which are never charged.
 */
export type PlanBilling = 'none' | 'manual';

/** The terms on which an account pays: plan, pay per use, cap, card, arrears, auto-recharge. */
export interface FundingTerms {
  /** The id of a plan of the catalogue. */
  readonly plan: string | null;
  readonly planSource: 'web' | 'app_store' | 'operator' | null;
  readonly planInterval: 'month' | 'year' | null;
  /** How pay per use is billed on a plan that the operator granted; null on any other plan. */
  readonly planBilling: PlanBilling | null;
  /** The id of a price list of the catalogue; null for the prices of the models. */
  readonly priceList: string | null;
  readonly payPerUse: boolean;
  /** Whole US cents for a calendar month; null until one is chosen. */
  readonly capCents: number | null;
  /** When the card on file was added; null when there is none. */
  readonly cardAddedAt: Date | null;
  /** When a larger purchase confirmed by the bank lifted the limits of new accounts and cards. */
  readonly limitsLiftedAt: Date | null;
  readonly arrearsSince: Date | null;
  /** What an auto-recharge adds, in US dollars; null when it is off. */
  readonly autoRechargeUsd: number | null;
  readonly autoRechargeDeclinedAt: Date | null;
}

export const TERMS_COLUMNS = `plan, plan_source as "planSource", plan_interval as "planInterval",
  plan_billing as "planBilling", price_list as "priceList", pay_per_use as "payPerUse", cap_cents as "capCents", card_added_at as "cardAddedAt",
  limits_lifted_at as "limitsLiftedAt", arrears_since as "arrearsSince",
  auto_recharge_usd as "autoRechargeUsd", auto_recharge_declined_at as "autoRechargeDeclinedAt"`;

/** Creates the terms of a new account: no plan, pay per use off, no cap. Every account has terms. */
export async function openTerms(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('insert into funding_terms (account_id) values ($1)', [accountId]);
}

export async function readTerms(db: Queryable, accountId: string): Promise<FundingTerms | undefined> {
  const [terms] = await db.query<FundingTerms>(
    `select ${TERMS_COLUMNS} from funding_terms where account_id = $1`,
    [accountId],
  );
  return terms;
}

export interface Plan {
  /** Its id. */
  readonly name: string;
  readonly source: 'web' | 'app_store' | 'operator';
  readonly interval: 'month' | 'year';
  /** Only for a plan that the operator grants; `none` by default. */
  readonly billing?: PlanBilling;
}

/** Sets the plan, or ends it with null. The usage of the calendar month stays counted. */
export async function setPlan(tx: Queryable, accountId: string, plan: Plan | null): Promise<void> {
  await change(tx, accountId, 'plan = $2, plan_source = $3, plan_interval = $4, plan_billing = $5', [
    plan?.name ?? null,
    plan?.source ?? null,
    plan?.interval ?? null,
    plan?.source === 'operator' ? (plan.billing ?? 'none') : null,
  ]);
}

/** Sets a plan that an operator grants, at no charge. With manual billing the account is no longer one that never paid. */
export async function setGrantedPlan(tx: Queryable, accountId: string, plan: Plan, at: Date): Promise<void> {
  await setPlan(tx, accountId, plan);
  if (plan.billing === 'manual') await recordFirstPayment(tx, accountId, at);
}

export async function setCard(tx: Queryable, accountId: string, addedAt: Date | null): Promise<void> {
  await change(tx, accountId, 'card_added_at = $2', [addedAt]);
}

export async function liftLimits(tx: Queryable, accountId: string, at: Date): Promise<void> {
  await change(tx, accountId, 'limits_lifted_at = coalesce(limits_lifted_at, $2)', [at]);
}

export async function setArrears(tx: Queryable, accountId: string, since: Date | null): Promise<void> {
  await change(tx, accountId, 'arrears_since = $2', [since]);
}

/**
 * Turns auto-recharge on with an amount in US dollars, or off with null. Only turning it on clears an earlier decline.
 */
export async function setAutoRecharge(tx: Queryable, accountId: string, usd: number | null): Promise<void> {
  const declinedAt = 'case when $2::int is null then auto_recharge_declined_at end';
  await change(tx, accountId, `auto_recharge_usd = $2, auto_recharge_declined_at = ${declinedAt}`, [usd]);
}

/**
 * Turns auto-recharge off because the card was declined; false when it was off already, so that one email is sent.
 */
export async function declineAutoRecharge(tx: Queryable, accountId: string, at: Date): Promise<boolean> {
  await lockFundingRow(tx, accountId);
  const rows = await tx.query(
    `update funding_terms set auto_recharge_usd = null, auto_recharge_declined_at = $2
     where account_id = $1 and auto_recharge_usd is not null returning account_id`,
    [accountId, at],
  );
  return rows.length === 1;
}

export async function setPriceList(
  tx: Queryable,
  accountId: string,
  priceList: string | null,
): Promise<void> {
  await change(tx, accountId, 'price_list = $2', [priceList]);
}

export async function setPayPerUse(tx: Queryable, accountId: string, enabled: boolean): Promise<void> {
  await change(tx, accountId, 'pay_per_use = $2', [enabled]);
}

export async function setCap(tx: Queryable, accountId: string, capCents: number): Promise<void> {
  await change(tx, accountId, 'cap_cents = $2', [capCents]);
}

/** Locks the funding row first, as every decision that reads these terms does. */
async function change(
  tx: Queryable,
  accountId: string,
  set: string,
  values: readonly unknown[],
): Promise<void> {
  await lockFundingRow(tx, accountId);
  await tx.query(`update funding_terms set ${set} where account_id = $1`, [accountId, ...values]);
}
