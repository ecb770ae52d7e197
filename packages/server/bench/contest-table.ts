import type { Match, Result } from './contest.ts';
import { spread } from './spread.ts';

/** The table of a contest. */

export const CONTEST_HEADER = ['', 'connections', 'requests/s', 'RATIO', 'median ms', 'OF ITS', 'p99 ms'];
export const CONTEST_NOTES = [
  'Median of the runs (least–most). RATIO: Kinora’s requests/s over those of the row, OF ITS: Kinora’s median latency',
  'over that of the row, run by run.',
];

export function contestRows(matches: readonly Match[]): string[][] {
  return matches.flatMap(({ kinora, references }) =>
    [kinora, ...references].map((result) => resultRow(result, kinora)),
  );
}

function resultRow(result: Result, kinora: Result): string[] {
  const { name, connections, rounds } = result;
  const of = (value: (round: (typeof rounds)[number]) => number, digits: number): string =>
    spread(rounds.map(value), digits);
  const ratio = (value: (round: (typeof rounds)[number]) => number): string =>
    result === kinora
      ? ''
      : spread(
          kinora.rounds.map((ours, at) => {
            const theirs = rounds[at];
            return theirs === undefined ? Number.NaN : value(ours) / value(theirs);
          }),
          2,
        );
  return [
    name,
    String(connections),
    of(({ perSecond }) => perSecond, 0),
    ratio(({ perSecond }) => perSecond),
    of(({ medianMs }) => medianMs, 2),
    ratio(({ medianMs }) => medianMs),
    of(({ p99Ms }) => p99Ms, 2),
  ];
}
