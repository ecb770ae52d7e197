/**
 * Turns a function over batches into one over single items: what arrives while the last batch is under
 * way is sent together as the next. Nothing waits while idle, so one caller pays no delay and many
 * callers share one round trip. A batch may answer an item with a promise, which then fails alone.
 */
export function coalesce<Item, Answer>(
  runBatch: (items: readonly Item[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
  { maxBatch }: { readonly maxBatch: number },
): (item: Item) => Promise<Answer> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        const answers = await runBatch(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) {
          resolve(answers[index] as Answer | PromiseLike<Answer>);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      // Callers of this same turn of the event loop still join the first batch.
      queueMicrotask(() => void drain());
    });
}
