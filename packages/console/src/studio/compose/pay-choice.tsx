import type { JobQuoteView, Me, PayWith } from '@kinora/contract';
import { count } from '../../value/count.ts';
import { usd } from '../../value/usd.ts';
import { ChoiceGroup } from '../settings/choice-group.tsx';
import { priceOf } from './price-of.ts';
import type { Ways } from './use-ways.ts';

interface PayChoiceProps {
  readonly ways: Ways;
  readonly me: Me;
  readonly isCompact?: boolean;
}

/** The ways to pay for this order with the price of each, where there are two. */
export function PayChoice({ ways, me, isCompact = false }: PayChoiceProps) {
  const { shown, chosen, prices, choose } = ways;
  if (shown.length < 2) return null;
  return (
    <ChoiceGroup<PayWith>
      label="Pay with"
      value={chosen}
      columns={2}
      isCompact={isCompact}
      choices={shown.map((way) => ({
        value: way,
        name: nameOf(way, prices[way]),
        mark: way === 'credits' ? `${count(me.credits.left)} left` : `${usd(me.balance.cents)} left`,
      }))}
      onChange={choose}
    />
  );
}

function nameOf(way: PayWith, quote: JobQuoteView | undefined): string {
  if (quote === undefined) return way === 'credits' ? 'Credits' : 'Balance';
  return way === 'credits' ? priceOf(quote) : `${priceOf(quote)} of the balance`;
}
