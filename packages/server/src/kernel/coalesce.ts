/**
 * Turns a function over batches into one over single items: items that arrive while a batch is running form
 * the next batch. An item that arrives while no batch runs is not delayed, and concurrent callers share one
 * round trip. A batch may return a promise for an item, which can then fail alone.
 */
export function coalesce<Item, Value>(
  runBatch: (items: readonly Item[]) => Promise<readonly (Value | PromiseLike<Value>)[]>,
  { maxBatch }: { readonly maxBatch: number },
): (item: Item) => Promise<Value> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (value: Value | PromiseLike<Value>) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const settle = await runBatch(batch.map(({ item }) => item)).then(
        (values) => () => {
          for (const [index, { resolve }] of batch.entries()) {
            resolve(values[index] as Value | PromiseLike<Value>);
          }
        },
        (error) => () => {
          for (const { reject } of batch) reject(error);
        },
      );
      if (waiting.length > 0) {
        // The next batch is sent first: the database then works while the callers of this one write their responses.
        setImmediate(settle);
      } else {
        settle();
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      // Calls in the same turn of the event loop still join the first batch.
      queueMicrotask(() => void drain());
    });
}

const MAX_IDS = 512;

/** Looks up what has an id; lookups that arrive together share one query. */
export function findTogether<Found extends { readonly id: string }>(
  query: (ids: readonly string[]) => Promise<readonly Found[]>,
): (id: string) => Promise<Found | undefined> {
  return coalesce(
    async (ids: readonly string[]) => {
      const found = new Map((await query(ids)).map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_IDS },
  );
}
