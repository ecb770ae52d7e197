import type { ConsoleWork, ConsoleWorkList } from '@kinora/contract';
import { readPage } from '../../kernel/read-page.ts';

/** Younger ones are shown as they are: these pages are loaded the most. */
const FRESH_MS = 5_000;
/** A page is sent without works rather than later than this. */
const WAIT_MS = 1_000;

/**
 * The newest works, `max` or fewer, from memory where it can be: one query every few seconds, however many look at them, and
 * none that a page waits for while the database is away.
 */
export function rememberWorks(
  read: (limit: number) => Promise<readonly ConsoleWork[]>,
  max: number,
): (count: number) => Promise<ConsoleWorkList> {
  let known: { readonly works: readonly ConsoleWork[]; readonly at: number } | undefined;
  let reading: Promise<readonly ConsoleWork[]> | undefined;

  function readAnew(): Promise<readonly ConsoleWork[]> {
    // One more says whether there are others.
    reading ??= read(max + 1)
      .then((works) => {
        known = { works, at: performance.now() };
        return works;
      })
      .catch(() => known?.works ?? [])
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }
  async function newest(): Promise<readonly ConsoleWork[]> {
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.works;
    return Promise.race([readAnew(), late(known?.works ?? [])]);
  }
  return async (count) => {
    const { shown, next } = await readPage(count, newest);
    return { works: [...shown], ...next };
  };
}

function late<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, WAIT_MS, value).unref());
}
