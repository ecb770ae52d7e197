import {
  invalidRequest,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  type topUpAmountsUsd,
} from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { createPayment, readPayer } from './payment.ts';
import { type PlanInterval, type PlanName, planPriceCents } from './plan-price.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

export type PaymentOrder =
  | { readonly amountUsd: (typeof topUpAmountsUsd)[number] }
  | { readonly plan: PlanName; readonly interval: PlanInterval };

interface StartedPayment {
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
 * Starts a top-up or the purchase of a plan. The payment is written before the provider is called, and only
 * events report its outcome. Problems: `invalid_request`, for a plan that is not sold by the year, and for an
 * account that already has a subscription; `billing_verification_unavailable`, while the provider is
 * unavailable.
 */
export function createStartPayment(
  database: Database,
  clock: Clock,
  provider: PaymentProvider,
): StartPayment {
  return async (accountId, order, returnUrl) => {
    const id = newId();
    const at = clock.now();
    const payer = await readPayer(database, accountId);
    if ('amountUsd' in order) {
      const amountCents = order.amountUsd * 100;
      const payment = {
        id,
        accountId,
        kind: 'top_up',
        amountCents,
        plan: null,
        interval: null,
        capMonth: null,
      } as const;
      await createPayment(database, provider.name, payment, at);
      return checkout(id, () => provider.startTopUp({ operationId: id, payer, amountCents, returnUrl }));
    }

    const { plan, interval } = order;
    const amountCents = planPriceCents(plan, interval);
    if (amountCents === undefined)
      return refused(planProblem('interval', `${plan} is billed by the month only`));
    if (await hasSubscription(database, accountId)) {
      return refused(
        planProblem('plan', 'this account has a subscription; change it in the account settings'),
      );
    }
    await createPayment(
      database,
      provider.name,
      { id, accountId, kind: 'subscription', amountCents, plan, interval, capMonth: null },
      at,
    );
    const subscription = { operationId: id, payer, amountCents, plan, interval, returnUrl };
    return checkout(id, () => provider.startSubscription(subscription));
  };
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

function planProblem(path: string, message: string): Problem {
  return invalidRequest([{ path, message }]);
}

async function hasSubscription(database: Database, accountId: string): Promise<boolean> {
  const rows = await database.query(`select from subscriptions where account_id = $1 and state = 'active'`, [
    accountId,
  ]);
  return rows.length > 0;
}
