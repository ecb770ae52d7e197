/** What the time of a render depends on. */
interface Shape {
  readonly operation: string;
  readonly model: string;
  readonly width: number;
  readonly height: number;
  /** Absent for images. */
  readonly frames?: number;
}

interface Observer {
  readonly onStarted?: () => void;
  readonly onRendered?: () => void;
}

/** How long a renderer takes for what it is asked for, and how long it may take. */
export interface MeasuredTimes {
  /** Milliseconds of the last task of this model, size and length; undefined before the first. */
  lastMs(task: Shape): number | undefined;
  /** Milliseconds after which the task is given up: many times the slowest of its kind, and at most what the operator allows. */
  limitMs(task: Shape, maxMs: number): number;
  add(task: Shape, ms: number): void;
  /** The observer of a render whose time is added once it has succeeded. */
  measure<Watching extends Observer>(
    task: Shape,
    observer: Watching,
  ): { readonly observer: Watching; readonly succeeded: () => void };
}

/** So many times the slowest: a renderer that loads a model, or that others use too, is not given up. */
const MARGIN = 10;
/** Only the last so many count. */
const REMEMBERED = 8;
/** Customers choose the sizes. */
const MAX_SHAPES = 1_000;

/** No limit is shorter than `minMs`, however fast the renderer was. Until a task of its kind was measured, the limit is `maxMs`. */
export function createMeasuredTimes(minMs: number): MeasuredTimes {
  const known = new Map<string, readonly number[]>();
  const of = (task: Shape) => known.get(shapeOf(task)) ?? [];
  const times: MeasuredTimes = {
    lastMs: (task) => of(task).at(-1),
    limitMs(task, maxMs) {
      const times = of(task);
      return times.length === 0 ? maxMs : Math.min(maxMs, Math.max(minMs, MARGIN * Math.max(...times)));
    },
    add(task, ms) {
      const shape = shapeOf(task);
      const times = [...of(task), ms].slice(-REMEMBERED);
      known.delete(shape);
      known.set(shape, times);
      const [oldest] = known.keys();
      if (known.size > MAX_SHAPES && oldest !== undefined) known.delete(oldest);
    },
    measure(task, observer) {
      let startedAt: number | undefined;
      let ms: number | undefined;
      const onStarted = () => {
        startedAt ??= performance.now();
        observer.onStarted?.();
      };
      const onRendered = () => {
        if (startedAt !== undefined) ms = performance.now() - startedAt;
        observer.onRendered?.();
      };
      const succeeded = () => ms !== undefined && times.add(task, ms);
      return { observer: { ...observer, onStarted, onRendered }, succeeded };
    },
  };
  return times;
}

function shapeOf({ operation, model, width, height, frames }: Shape): string {
  return [operation, model, width, height, frames].join();
}
