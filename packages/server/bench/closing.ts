/** Stops everything that was started in reverse order, however the run ends. */
export interface Closing {
  /** Registers `stop`. After closing has begun it is called at once, and this throws. */
  add(stop: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const stops: (() => Promise<unknown>)[] = [];
  let closed = false;
  return {
    add(stop) {
      stops.push(stop);
      if (!closed) return;
      void this.close().catch(() => {});
      throw new Error('the benchmark is stopping');
    },
    async close() {
      closed = true;
      const errors: unknown[] = [];
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
        await stop().catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw new AggregateError(errors, `could not stop everything: ${errors[0]}`);
    },
  };
}
