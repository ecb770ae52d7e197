import { useEffect, useState } from 'react';
import type { useJobList } from '../jobs/job-list.ts';
import { changeDraft, chooseOperation } from '../settings/use-draft.ts';
import { forgetCarriedOrder, readCarriedOrder } from './carried-order.ts';
import { isFree } from './price-of.ts';
import type { Composer } from './use-composer.ts';

/**
 * Fills in what was typed on the home page, and orders it where it is free: nothing is ordered at a price that the person
 * has not seen. What was typed in another tab is ordered only as the first thing that an account makes, because somebody
 * else may have typed it in this browser.
 */
export function useCarriedOrder(
  { draft, quote, isOfAge, age, generate, send }: Composer,
  { jobs, isPending }: Pick<ReturnType<typeof useJobList>, 'jobs' | 'isPending'>,
): void {
  const [carried, setCarried] = useState<ReturnType<typeof readCarriedOrder>>();
  useEffect(() => {
    const order = readCarriedOrder();
    if (order === undefined) return;
    forgetCarriedOrder();
    chooseOperation(order.operation);
    changeDraft({ prompt: order.prompt });
    setCarried(order);
  }, []);
  const isKnown = quote.data !== undefined || quote.isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, when what it depends on is known.
  useEffect(() => {
    if (carried === undefined) return;
    if (draft.prompt !== carried.prompt || draft.operation !== carried.operation) {
      setCarried(undefined);
      return;
    }
    if (!isOfAge) {
      age.current?.focus();
      return;
    }
    if (!isKnown || isPending) return;
    setCarried(undefined);
    const isTheirs = carried.isOfThisTab || jobs.length === 0;
    if (isTheirs && quote.data !== undefined && isFree(quote.data)) send(1);
    else generate.current?.focus();
  }, [carried, draft.prompt, draft.operation, isOfAge, isKnown, isPending]);
}
