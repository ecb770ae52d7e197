import type { Measured } from './closed-loop.ts';
import type { Match, Result } from './contest.ts';
import { spread } from './spread.ts';

/** The table of a contest. */

export const CONTEST_HEADER = ['', 'connections', 'requests/s', 'RATIO', 'median ms', 'p99 ms'];
export const CONTEST_NOTE =
  'Median of the runs (least–most). RATIO: Kinora’s requests/s over those of the row, run by run.';

export function contestRows(matches: readonly Match[], sqlName: string): string[][] {
  return matches.flatMap(({ kinora, fastify, sql }) => [
    resultRow('Kinora', kinora, '1'),
    resultRow('bare Fastify', fastify, ratio(kinora, fastify)),
    resultRow(sqlName, sql, ratio(kinora, sql)),
  ]);
}

function resultRow(name: string, { connections, rounds }: Result, ratioToIt: string): string[] {
  return [
    name,
    String(connections),
    spread(rounds.map(({ perSecond }) => perSecond)),
    ratioToIt,
    spread(
      rounds.map(({ medianMs }) => medianMs),
      2,
    ),
    spread(
      rounds.map(({ p99Ms }) => p99Ms),
      2,
    ),
  ];
}

function ratio(kinora: Result, baseline: Result): string {
  return spread(
    pairs(kinora, baseline, (ours, theirs) => ours.perSecond / theirs.perSecond),
    2,
  );
}

/** How far Kinora's median latency on one connection exceeds that of the bare SQL, run by run. */
export function latencyAboveSql([single]: readonly Match[]): string {
  if (single === undefined) return '–';
  return spread(
    pairs(single.kinora, single.sql, (ours, theirs) => ours.medianMs - theirs.medianMs),
    2,
  );
}

/** Pairs of measurements that were made one after the other. */
function pairs(
  kinora: Result,
  baseline: Result,
  compare: (ours: Measured, theirs: Measured) => number,
): number[] {
  return kinora.rounds.flatMap((ours, at) => {
    const theirs = baseline.rounds[at];
    return theirs === undefined ? [] : [compare(ours, theirs)];
  });
}
