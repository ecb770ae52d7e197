/**
 * The order of a pool's queue in few numbers: stretches of it, short at the head and longer the further back, each
 * with how many jobs it has. A million jobs make some 1,400 of them.
 */

/** Jobs from `lower` up to the next segment's, and the service they are expected to take. */
export interface Segment {
  readonly lower: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** A segment that is to be cut, and how many jobs go before it. */
export interface LongSegment {
  readonly lower: number;
  /** The next segment's lower end. */
  readonly upper: number;
  readonly before: number;
}

/** Where a long segment is cut: what of it is before `sortKey`. */
export interface Cut {
  /** Of the segment that is cut. */
  readonly lower: number;
  readonly sortKey: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** A cut falls where this many times the logarithm of a job's rank passes a whole number: each half per cent. */
export const CUTS_PER_FOLD = 200;
/** Added to the rank, so that the first segments have a few jobs and not a part of one. */
export const CUT_OFFSET = 1000;

const LONGEST = 2;
const SHORTEST = 0.75;

const extent = (before: number, jobs: number): number =>
  CUTS_PER_FOLD * Math.log1p(jobs / (CUT_OFFSET + before));

/** The segments with so many jobs, for their place, that a rank within them would be a guess. */
export function longSegments(segments: readonly Segment[]): LongSegment[] {
  let before = 0;
  return segments.flatMap(({ lower, jobs }, at) => {
    const found = extent(before, jobs) > LONGEST && jobs > 1;
    const long = { lower, upper: segments[at + 1]?.lower ?? Number.POSITIVE_INFINITY, before };
    before += jobs;
    return found ? [long] : [];
  });
}

/** The segments after cutting; `cuts` are in order of their sort keys. */
export function cutSegments(segments: readonly Segment[], cuts: readonly Cut[]): Segment[] {
  return segments.flatMap((segment) => {
    const own = cuts.filter(({ lower }) => lower === segment.lower);
    const starts = [{ sortKey: segment.lower, jobs: 0, seconds: 0 }, ...own];
    return starts.map(({ sortKey, jobs, seconds }, at) => {
      const next = starts[at + 1] ?? segment;
      return { lower: sortKey, jobs: next.jobs - jobs, seconds: next.seconds - seconds };
    });
  });
}

/** Joins neighbours that are short together: those that were claimed empty, above all. */
export function joinSegments(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  let before = 0;
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last !== undefined && extent(before - last.jobs, last.jobs + segment.jobs) < SHORTEST) {
      const { jobs, seconds } = segment;
      joined[joined.length - 1] = { ...last, jobs: last.jobs + jobs, seconds: last.seconds + seconds };
    } else {
      joined.push(segment);
    }
    before += segment.jobs;
  }
  return joined;
}
