import {
  invalidField,
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  type topUpAmountsUsd,
} from '@kinora/contract';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import { type PlanChoice, planPrice, whyNotSold } from '../catalogue/plans.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { lockFundingRow } from '../ledger/funding-accounts.ts';
import { createPayment, type Payment, readPayer } from './payment.ts';
import { offerOf, type PaymentProvider, ProviderUnavailable } from './provider.ts';
import { isUnderReview, refusedInReview } from './under-review.ts';

export type PaymentOrder = { readonly amountUsd: (typeof topUpAmountsUsd)[number] } | PlanChoice;

export interface StartedPayment {
  readonly paymentId: string;
  /** The provider's page; it redirects the browser to the return address, paid or not. */
  readonly checkoutUrl: string;
}

export type StartPayment = (
  accountId: string,
  order: PaymentOrder,
  returnUrl: string,
) => Promise<Result<StartedPayment, Problem>>;

/**
 * Starts a top-up or the purchase of a plan. The payment is written before the provider is called, and only events
 * report its outcome. Problems: `account_review_required`; `rate_limited` with ten unpaid checkouts within an hour;
 * `invalid_request`, for a plan that is not sold by the year, and for an account that already has a subscription;
 * `billing_verification_unavailable`, while the provider is unavailable.
 */
export function createStartPayment(
  database: Database,
  clock: Clock,
  provider: PaymentProvider,
  catalogue: OpenCatalogue,
): StartPayment {
  return async (accountId, order, returnUrl) => {
    const id = newId();
    const at = clock.now();
    const payer = await readPayer(database, accountId);
    if ('amountUsd' in order) {
      const amountCents = order.amountUsd * 100;
      const payment = {
        kind: 'top_up',
        amountCents,
        plan: null,
        interval: null,
        catalogueVersion: null,
      } as const;
      const limited = await openCheckout(database, provider.name, { ...payment, id, accountId }, at);
      if (limited !== undefined) return refused(limited);
      return checkout(id, () => provider.startTopUp({ operationId: id, payer, amountCents, returnUrl }));
    }

    const sold = catalogue.now();
    const price = planPrice(sold, order);
    if (price === undefined) return refused(invalidRequest([whyNotSold(sold, order)]));
    if (await hasSubscription(database, accountId)) {
      return refused(
        invalidField('plan', 'this account has a subscription; change it in the account settings'),
      );
    }
    const { plan, interval, cents: amountCents } = price;
    const ordered = { amountCents, plan, interval, catalogueVersion: sold.version };
    const payment = { kind: 'subscription', ...ordered } as const;
    const limited = await openCheckout(database, provider.name, { ...payment, id, accountId }, at);
    if (limited !== undefined) return refused(limited);
    const subscription = { ...offerOf(sold, price), operationId: id, payer, returnUrl };
    return checkout(id, () => provider.startSubscription(subscription));
  };
}

/** Unpaid checkouts that an account may have started within the last hour; a paid one does not count. */
const UNPAID_MAX = 10;
const UNPAID_WINDOW_MS = 3_600_000;

/**
 * Writes the payment of a checkout. Locks the funding row first, so that concurrent checkouts are counted one by one.
 */
async function openCheckout(
  database: Database,
  provider: PaymentProvider['name'],
  payment: Omit<Payment, 'capMonth' | 'state' | 'chargeId'>,
  at: Date,
): Promise<Problem | undefined> {
  return database.transaction(async (tx) => {
    await lockFundingRow(tx, payment.accountId);
    if (await isUnderReview(tx, payment.accountId)) return refusedInReview;
    const [unpaid] = await tx.query<{ count: number; oldest: Date | null }>(
      `select count(*) as count, min(created_at) as oldest from (
         select created_at from payments
         where account_id = $1 and state = 'open' and kind <> 'auto_recharge' and created_at > $2
         order by created_at desc limit $3) as latest`,
      [payment.accountId, new Date(at.getTime() - UNPAID_WINDOW_MS), UNPAID_MAX],
    );
    if (unpaid !== undefined && unpaid.oldest !== null && unpaid.count >= UNPAID_MAX) {
      const waitMs = unpaid.oldest.getTime() + UNPAID_WINDOW_MS - at.getTime();
      const message =
        'Ten checkouts of this account were started within an hour and not paid; pay one of them, or retry later.';
      return {
        ...problem('rate_limited', message),
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      };
    }
    await createPayment(tx, provider, { ...payment, capMonth: null }, at);
    return undefined;
  });
}

async function checkout(
  paymentId: string,
  start: () => Promise<{ readonly checkoutUrl: string }>,
): Promise<Result<StartedPayment, Problem>> {
  try {
    return ok({ paymentId, checkoutUrl: (await start()).checkoutUrl });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const message = 'Payments are unavailable right now; nothing was charged. Retry in a few seconds.';
    return refused(problem('billing_verification_unavailable', message));
  }
}

async function hasSubscription(database: Database, accountId: string): Promise<boolean> {
  const rows = await database.query(`select from subscriptions where account_id = $1 and state = 'active'`, [
    accountId,
  ]);
  return rows.length > 0;
}
