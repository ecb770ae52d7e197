import type { HeadJob, Mark } from './queue-order.ts';

/** The jobs before a job, and their expected seconds of service. */
interface Ahead {
  readonly jobs: number;
  readonly seconds: number;
}

interface Place {
  readonly id: string;
  readonly sortKey: number;
}

/** An order that is prepared once and searched often. */
export interface OrderIndex {
  aheadOf(job: Place): Ahead;
  /** All queued jobs. */
  readonly total: Ahead;
}

/** Prepares an order for binary search: in the head each job, and behind it marks, between which places are interpolated. */
export function indexOrder(head: readonly HeadJob[], marks: readonly Mark[]): OrderIndex {
  const sums: Ahead[] = [NOTHING];
  for (const { seconds } of head) sums.push(add(sums.at(-1) ?? NOTHING, { jobs: 1, seconds }));
  const ofHead = sums.at(-1) ?? NOTHING;
  const lastOfHead = head.at(-1);
  // Marks are older than the head: jobs that were claimed since are before both, and cancel out.
  const skipped = lastOfHead === undefined ? NOTHING : interpolate(marks, lastOfHead);
  const behind = ({ jobs, seconds }: Ahead): Ahead =>
    add(ofHead, {
      jobs: Math.max(0, Math.round(jobs - skipped.jobs - 1)),
      seconds: Math.max(0, seconds - skipped.seconds),
    });
  return {
    total: behind(marks.at(-1) ?? NOTHING),
    aheadOf(job) {
      const at = countBefore(head, job);
      return at < head.length || marks.length === 0 ? (sums[at] ?? ofHead) : behind(interpolate(marks, job));
    },
  };
}

const NOTHING: Ahead = { jobs: 0, seconds: 0 };
const add = (one: Ahead, other: Ahead): Ahead => ({
  jobs: one.jobs + other.jobs,
  seconds: one.seconds + other.seconds,
});

/** What is before a place by the marks around it, whose jobs are assumed to be spread evenly over their sort keys. */
function interpolate(marks: readonly Mark[], place: Place): Ahead {
  const at = countBefore(marks, place);
  const [lower, upper] = [marks[at - 1], marks[at]];
  if (lower === undefined || upper === undefined) return lower ?? NOTHING;
  const width = upper.sortKey - lower.sortKey;
  const share = width > 0 ? (place.sortKey - lower.sortKey) / width : 0.5;
  return {
    jobs: lower.jobs + share * (upper.jobs - 1 - lower.jobs),
    seconds: lower.seconds + share * (upper.seconds - lower.seconds),
  };
}

/** How many of the places, which are in the order of the queue, come before this one. */
function countBefore(places: readonly Place[], { id, sortKey }: Place): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = places[middle] as Place;
    if (other.sortKey < sortKey || (other.sortKey === sortKey && other.id < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}
