import type { JobQuoteView, Me, PayWith } from '@kinora/contract';
import { type Draft, type OrderBody, orderOf } from '../settings/draft.ts';
import { rememberWay, usualWay } from '../settings/pay-preference.ts';
import { changeDraft } from '../settings/use-draft.ts';
import { paidWith, type Terms, waysToPay } from '../settings/ways-to-pay.ts';
import { useQuote } from './use-quote.ts';

/** The ways to pay for the draft, with the price of each. */
export interface Ways {
  /** Those to choose from; one where there is no choice. */
  readonly shown: readonly PayWith[];
  readonly chosen: PayWith;
  readonly prices: Readonly<Record<PayWith, JobQuoteView | undefined>>;
  /** The order as the chosen way pays it; undefined if it cannot be ordered. */
  readonly order: OrderBody | undefined;
  readonly quote: ReturnType<typeof useQuote>;
  readonly choose: (payWith: PayWith) => void;
}

export function useWays(draft: Draft, terms: Terms, isAllowed: boolean): Ways {
  const { me } = terms;
  const order = orderOf(draft);
  const ways = waysToPay(draft, terms);
  const byCredits = order === undefined ? undefined : paidWith('credits', order);
  const byBalance = order === undefined ? undefined : paidWith('balance', order);
  const credits = useQuote(draft, byCredits, isAllowed && ways.includes('credits'));
  const isShort = missingCredits(credits.data, me) > 0;
  // An empty balance is no choice; it is a remedy where the credits do not suffice.
  const isAsked = ways.includes('balance') && (me.balance.cents > 0 || ways.length === 1 || isShort);
  const balance = useQuote(draft, byBalance, isAllowed && isAsked);
  const shown = ways.filter((way) => way === 'credits' || me.balance.cents > 0 || ways.length === 1);
  const wanted = draft.payWith ?? usualWay();
  const chosen = shown.includes(wanted) ? wanted : (shown[0] ?? 'credits');
  const prices = {
    credits: credits.data,
    balance: isAsked ? balance.data : undefined,
  };
  return {
    shown,
    chosen,
    prices,
    order: chosen === 'balance' ? byBalance : byCredits,
    quote: chosen === 'balance' ? balance : credits,
    choose: (payWith) => {
      changeDraft({ payWith });
      // What only one of them could pay for says nothing of the next order.
      if (!isShort && missingCents(balance.data, me) <= 0) rememberWay(payWith);
    },
  };
}

/** How many more credits or cents an order needs than are left; not above 0 while they suffice, or the price is not known. */
export const missingCredits = (quote: JobQuoteView | undefined, { credits }: Me): number =>
  quote === undefined ? 0 : quote.credit_cost - credits.left;

export const missingCents = (quote: JobQuoteView | undefined, { balance }: Me): number =>
  quote?.price_cents === undefined ? 0 : quote.price_cents - balance.cents;

/** Whether the chosen way does not pay for the draft. */
export const isShort = ({ chosen, prices }: Ways, me: Me): boolean =>
  chosen === 'credits' ? missingCredits(prices.credits, me) > 0 : missingCents(prices.balance, me) > 0;

/**
 * Why nothing is sent while the credits do not suffice: the service would refuse it until next month. Too small a balance is
 * sent, because the service may recharge it.
 */
export function shortageOf({ chosen, prices, shown }: Ways, me: Me): string | undefined {
  if (chosen !== 'credits' || missingCredits(prices.credits, me) <= 0) return undefined;
  return shown.includes('balance')
    ? 'The credits do not suffice. Choose the balance to pay for it.'
    : 'The credits do not suffice.';
}
