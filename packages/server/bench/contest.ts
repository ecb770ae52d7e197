import type { Effort, Measured } from './closed-loop.ts';
import type { Run } from './topic.ts';

/** Kinora and its references under the same load, alternating, so that drift of the machine affects all alike. */

export interface Contestant {
  readonly name: string;
  readonly measure: (effort: Effort) => Promise<Measured>;
  /** More connections than this do not increase its throughput. */
  readonly connectionsMax?: number;
}

/** The measurements of one contestant. */
export interface Result {
  readonly name: string;
  readonly connections: number;
  readonly rounds: readonly Measured[];
}

/** The results at one number of connections: Kinora, and what it is compared with. */
export interface Match {
  readonly kinora: Result;
  readonly references: readonly Result[];
}

const FULL = { rounds: 5, ms: 3000, warmUpMs: 1000 };
const QUICK = { rounds: 1, ms: 300, warmUpMs: 100 };

export async function runContest(
  bench: Run,
  kinora: Contestant['measure'],
  references: readonly Contestant[],
  numbersOfConnections: readonly number[],
  name = 'Kinora',
): Promise<Match[]> {
  const matches: Match[] = [];
  for (const connections of numbersOfConnections) {
    const [ours, ...theirs] = await alternate(bench, connections, [{ name, measure: kinora }, ...references]);
    if (ours !== undefined) matches.push({ kinora: ours, references: theirs });
  }
  return matches;
}

/** Measures A B C A B C ... after a warm-up of each. */
async function alternate(
  { quick, reportFailure }: Run,
  connections: number,
  contestants: readonly Contestant[],
): Promise<Result[]> {
  const { rounds, ms, warmUpMs } = quick ? QUICK : FULL;
  const results = contestants.map(({ name, connectionsMax = connections }) => {
    return { name, connections: Math.min(connections, connectionsMax), rounds: [] as Measured[] };
  });
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { measure }] of contestants.entries()) {
      const result = results[at] as (typeof results)[number];
      const effort = { connections: result.connections, ms: round === 0 ? warmUpMs : ms };
      const measured = await measure(effort);
      if (measured.failures > 0)
        reportFailure(`${measured.failures} requests failed: ${measured.firstFailure}`);
      if (round > 0) result.rounds.push(measured);
    }
  }
  return results;
}
