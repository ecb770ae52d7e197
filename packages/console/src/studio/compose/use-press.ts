import type { JobQuoteView } from '@kinora/contract';
import { useEffect, useRef, useState } from 'react';
import { addOrders } from '../orders/outbox.ts';
import { type Draft, needsSource, type OrderBody, variantsOf } from '../settings/draft.ts';
import { isFree, limitOf, priceOf } from './price-of.ts';
import type { useQuote } from './use-quote.ts';

/** A press of a button that orders, from the press until it is an order or the person knows why it is none. */
interface Press {
  readonly order: string;
  readonly count: number;
  readonly state: 'waiting' | 'priced' | 'failed' | 'changed';
}

export interface Presses {
  /** Orders as many variants of the draft at the price that is shown. */
  readonly press: (count: number) => void;
  /** Whether a press waits for the price. */
  readonly isWaiting: boolean;
  /** What became of a press that was not an order. */
  readonly note: string | undefined;
}

/**
 * Nothing is ordered at a price that the person has not seen. A press before the price is known waits for it: what is
 * free is then ordered, and what costs something is shown with its price, to be pressed again.
 */
export function usePresses(
  draft: Draft,
  order: OrderBody | undefined,
  { data: quote, isError, refetch }: ReturnType<typeof useQuote>,
): Presses {
  const [held, setHeld] = useState<Press>();
  const isSlip = useSlips();
  const text = JSON.stringify([order, draft.source?.previewUrl]);

  const send = (count: number, priced: JobQuoteView): void => {
    setHeld(undefined);
    if (order === undefined) return;
    const source = needsSource(draft.operation) ? draft.source : undefined;
    addOrders({ bodies: count === 1 ? [order] : variantsOf(order, count), source, limit: limitOf(priced) });
  };
  const press = (count: number): void => {
    if (isSlip(`${count} ${text}`)) return;
    if (quote !== undefined) {
      send(count, quote);
      return;
    }
    if (isError) void refetch();
    setHeld({ order: text, count, state: 'waiting' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided again when the price or the order changes.
  useEffect(() => {
    if (held === undefined) return;
    if (held.order !== text) {
      if (held.state === 'waiting') setHeld({ ...held, order: text, state: 'changed' });
      else setHeld(undefined);
    } else if (held.state === 'waiting' && quote !== undefined) {
      if (isFree(quote)) send(held.count, quote);
      else setHeld({ ...held, state: 'priced' });
    } else if (held.state === 'waiting' && isError) setHeld({ ...held, state: 'failed' });
  }, [text, quote, isError]);
  return { press, isWaiting: held?.state === 'waiting', note: held && noteOf(held, quote) };
}

function noteOf({ state, count }: Press, quote: JobQuoteView | undefined): string | undefined {
  if (state === 'failed') return 'Nothing was ordered, because the price is not known.';
  if (state === 'changed') {
    return 'You changed the order before its price was known, so nothing was ordered. Press again to order it.';
  }
  if (state === 'waiting' || quote === undefined) return undefined;
  const total = priceOf(quote, count);
  return `${count === 1 ? 'This costs' : `The ${count} variants cost`} ${total}. Press again to order ${count === 1 ? 'it' : 'them'}.`;
}

/** The same order within this time is a second press by mistake, or a key that is held down. */
const SLIP_MS = 1000;

/** Returns whether an order is the last one again, sooner than anybody means it. */
function useSlips(): (order: string) => boolean {
  const last = useRef({ order: '', at: 0 });
  return (order) => {
    const before = last.current;
    last.current = { order, at: Date.now() };
    return before.order === order && last.current.at - before.at < SLIP_MS;
  };
}
