import type { PoolOrder } from './queue-order.ts';

/** The jobs before a job, and their expected seconds of service. */
interface Ahead {
  readonly jobs: number;
  readonly seconds: number;
}

/** An order that is prepared once and searched often. */
export interface OrderIndex {
  aheadOf(job: { readonly id: string; readonly sortKey: number }): Ahead;
  /** All queued jobs. */
  readonly total: Ahead;
}

/** Prepares an order for binary search in its head and in its segments. */
export function indexOrder({ head, segments, last }: PoolOrder): OrderIndex {
  const headAhead = sumsBefore(head.map(({ seconds }) => ({ jobs: 1, seconds })));
  const segmentAhead = sumsBefore(segments);
  const all = segmentAhead.at(-1) as Ahead;
  const total = { jobs: Math.max(all.jobs, head.length), seconds: Math.max(0, all.seconds) };
  const first = head[0]?.sortKey ?? 0;
  const end = headAhead.at(-1) as Ahead;

  return {
    total,
    aheadOf({ id, sortKey }) {
      const inHead = lowerBound(head.length, (at) => {
        const other = head[at];
        return (
          other !== undefined && (other.sortKey < sortKey || (other.sortKey === sortKey && other.id < id))
        );
      });
      if (inHead < head.length || total.jobs <= head.length) return headAhead[inHead] as Ahead;

      const at = lowerBound(segments.length, (i) => (segments[i]?.lower ?? 0) <= sortKey) - 1;
      const segment = segments[at];
      const before = segmentAhead[at];
      if (segment === undefined || before === undefined) return end;
      // Within a segment the sort keys are assumed to be spread evenly.
      const lower = Math.max(segment.lower, first);
      const upper = segments[at + 1]?.lower ?? last;
      const share = upper > lower ? Math.min(1, Math.max(0, (sortKey - lower) / (upper - lower))) : 0.5;
      return {
        jobs: Math.max(end.jobs, Math.round(before.jobs + share * segment.jobs)),
        seconds: Math.max(end.seconds, before.seconds + share * segment.seconds),
      };
    },
  };
}

/** The sums before each part, and after the last. */
function sumsBefore(parts: readonly Ahead[]): readonly Ahead[] {
  const sums: Ahead[] = [{ jobs: 0, seconds: 0 }];
  let sum = { jobs: 0, seconds: 0 };
  for (const { jobs, seconds } of parts) {
    sum = { jobs: sum.jobs + jobs, seconds: sum.seconds + seconds };
    sums.push(sum);
  }
  return sums;
}

/** The number of indexes below `length` that satisfy `isBefore`, which come before all that do not. */
function lowerBound(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
