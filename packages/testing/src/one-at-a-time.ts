import { setTimeout } from 'node:timers/promises';

/** When a rendering started and ended, on the clock of `performance.now`. */
export interface Rendering {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A graphics card: renderings wait for each other, and each takes `renderMs` of time and none of the processor. */
export function createOneAtATime(renderMs: number) {
  const renderings: Rendering[] = [];
  let last: Promise<void> = Promise.resolve();
  return {
    renderings,
    /** Resolves when this rendering has ended. */
    render(onStart: () => void = () => {}): Promise<void> {
      last = last.then(async () => {
        const startedAt = performance.now();
        onStart();
        await setTimeout(renderMs);
        renderings.push({ startedAt, endedAt: performance.now() });
      });
      return last;
    },
  };
}
