import type { ConsoleWork } from '@kinora/contract';

/** Younger ones are shown as they are: the home page is the one that is loaded the most. */
const FRESH_MS = 5_000;
/** The page is sent without works rather than later than this. */
const WAIT_MS = 1_000;

/**
 * The works of the home page, from memory where it can be: one query every few seconds, however many look at it, and none
 * that a page waits for while the database is away.
 */
export function rememberWorks(
  read: () => Promise<readonly ConsoleWork[]>,
): () => Promise<readonly ConsoleWork[]> {
  let known: { readonly works: readonly ConsoleWork[]; readonly at: number } | undefined;
  let reading: Promise<readonly ConsoleWork[]> | undefined;

  function readAnew(): Promise<readonly ConsoleWork[]> {
    reading ??= read()
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
  return async () => {
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.works;
    return Promise.race([readAnew(), late(known?.works ?? [])]);
  };
}

function late<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, WAIT_MS, value).unref());
}
