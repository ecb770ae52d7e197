import type { LeasedTask } from '@kinora/contract';

/** When the renderer will be free: from the progress of its job, or else from what the last job of that shape took. */
export interface ExpectedEnd {
  /** Settles when the renderer is expected to be free within seconds, and at the latest when it is. */
  readonly near: Promise<void>;
  started(): void;
  /** From 0 to 1. */
  progress(fraction: number): void;
  rendered(): void;
  /** The time that it took says nothing about the next job of that shape. */
  failed(): void;
}

/** Enough for a lease, an uploaded image and its transfer to the renderer; a job is not kept from other workers for longer. */
const LEAD_MS = 3_000;
/** Customers choose the sizes. */
const MAX_SHAPES = 1_000;

/** The expectations of one worker, which learns how long its jobs take. */
export function createExpectations(): (task: LeasedTask) => ExpectedEnd {
  const known = new Map<string, number>();
  return (task) => {
    const shape = shapeOf(task);
    const near = Promise.withResolvers<void>();
    let startedAt: number | undefined;
    let first: { readonly at: number; readonly fraction: number } | undefined;
    let timer: NodeJS.Timeout | undefined;

    function expectIn(ms: number): void {
      clearTimeout(timer);
      if (ms <= LEAD_MS) near.resolve();
      else if (Number.isFinite(ms)) timer = setTimeout(near.resolve, ms - LEAD_MS).unref();
    }

    return {
      near: near.promise,
      started() {
        if (startedAt !== undefined) return;
        startedAt = performance.now();
        expectIn(known.get(shape) ?? Number.POSITIVE_INFINITY);
      },
      progress(fraction) {
        if (startedAt === undefined) return;
        const now = performance.now();
        // Before the first progress, models may have been loaded.
        if (first === undefined || fraction <= first.fraction) first ??= { at: now, fraction };
        else expectIn(((1 - fraction) * (now - first.at)) / (fraction - first.fraction));
      },
      rendered() {
        clearTimeout(timer);
        near.resolve();
        if (startedAt === undefined) return;
        known.delete(shape);
        known.set(shape, performance.now() - startedAt);
        const [oldest] = known.keys();
        if (known.size > MAX_SHAPES && oldest !== undefined) known.delete(oldest);
      },
      failed() {
        if (startedAt !== undefined) known.delete(shape);
      },
    };
  };
}

function shapeOf({ operation, mode, width, height, frames }: LeasedTask): string {
  return [operation, mode, width, height, frames].join();
}
