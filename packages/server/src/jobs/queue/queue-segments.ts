/**
 * A histogram of a pool's queue over its sort keys: segments that are short at the head and longer further back, each with
 * its number of jobs. A million jobs need some 1,400 segments.
 */

/** The jobs with sort keys from `lower` up to the next segment's, and their expected seconds of service. */
export interface Segment {
  readonly lower: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** A segment that has to be cut, and the number of jobs before it. */
export interface LongSegment {
  readonly lower: number;
  /** The next segment's lower end. */
  readonly upper: number;
  readonly before: number;
}

/** A cut of a long segment at `sortKey`, with the jobs of the segment before it. */
export interface Cut {
  /** The lower end of the segment. */
  readonly lower: number;
  readonly sortKey: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** A segment is cut where this many times the logarithm of a job's rank passes an integer: every half per cent. */
export const CUTS_PER_FOLD = 200;
/** Added to the rank, so that the first segments have several jobs each. */
export const CUT_OFFSET = 1000;

const LONGEST = 2;
const SHORTEST = 0.75;

const extent = (before: number, jobs: number): number =>
  CUTS_PER_FOLD * Math.log1p(jobs / (CUT_OFFSET + before));

/** The segments with too many jobs to estimate a rank within them. */
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
    const cutsWithin = cuts.filter(({ lower }) => lower === segment.lower);
    const starts = [{ sortKey: segment.lower, jobs: 0, seconds: 0 }, ...cutsWithin];
    return starts.map(({ sortKey, jobs, seconds }, at) => {
      const next = starts[at + 1] ?? segment;
      return { lower: sortKey, jobs: next.jobs - jobs, seconds: next.seconds - seconds };
    });
  });
}

/** Joins neighbours that are short together, mostly those whose jobs were claimed. */
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
