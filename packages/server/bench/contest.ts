import { type Child, startChild } from './child.ts';
import type { Effort, Measured } from './closed-loop.ts';
import type { HttpLoad, HttpRequest } from './processes/http-load.ts';
import type { SqlLoad } from './processes/sql-load.ts';
import type { Service } from './service.ts';
import type { Run } from './topic.ts';

/** Kinora and its two baselines under the same load, alternating, so that drift of the machine affects all alike. */

export interface Contest {
  readonly service: Service;
  /** The requests to Kinora and to the bare Fastify. */
  readonly requests: readonly HttpRequest[];
  /** What the bare SQL runs instead. */
  readonly statement: SqlLoad['statement'];
  readonly ids: readonly string[];
}

/** The measurements of one contestant. */
export interface Result {
  readonly connections: number;
  readonly rounds: readonly Measured[];
}

/** The results at one number of connections. */
export interface Match {
  readonly kinora: Result;
  readonly fastify: Result;
  /** On at most 32 connections: more do not increase a database's throughput. */
  readonly sql: Result;
}

const CONNECTIONS = [1, 32, 128];
const SQL_CONNECTIONS_MAX = 32;
const FULL = { rounds: 5, ms: 3000, warmUpMs: 1000 };
const QUICK = { rounds: 1, ms: 300, warmUpMs: 100 };

export async function runContest(bench: Run, contest: Contest): Promise<Match[]> {
  const { service, requests, statement, ids } = contest;
  const { connectionString } = service;
  const bareUrl = await startChild<object, string>('bare-fastify', bench.closing).ask({});
  const http: Child<HttpLoad, Measured> = startChild('http-load', bench.closing);
  const sql: Child<SqlLoad, Measured> = startChild('sql-load', bench.closing);
  const matches: Match[] = [];
  for (const connections of CONNECTIONS) {
    const sqlConnections = Math.min(connections, SQL_CONNECTIONS_MAX);
    const [kinora, fastify, bareSql] = await alternate(bench, [
      (ms) => http.ask({ connections, ms, origin: service.url, requests }),
      (ms) => http.ask({ connections, ms, origin: bareUrl, requests }),
      (ms) => sql.ask({ connections: sqlConnections, ms, connectionString, statement, ids }),
    ]);
    matches.push({
      kinora: { connections, rounds: kinora },
      fastify: { connections, rounds: fastify },
      sql: { connections: sqlConnections, rounds: bareSql },
    });
  }
  return matches;
}

type Measure = (ms: Effort['ms']) => Promise<Measured>;
type Rounds = readonly Measured[];

/** Measures A B C A B C ... after a warm-up of each. */
async function alternate(
  { quick, reportFailure }: Run,
  measures: readonly [Measure, Measure, Measure],
): Promise<[Rounds, Rounds, Rounds]> {
  const { rounds, ms, warmUpMs } = quick ? QUICK : FULL;
  const measurements: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0;
    for (const [at, measure] of measures.entries()) {
      const measured = await measure(isWarmUp ? warmUpMs : ms);
      if (measured.failures > 0)
        reportFailure(`${measured.failures} requests failed: ${measured.firstFailure}`);
      if (!isWarmUp) measurements[at]?.push(measured);
    }
  }
  return measurements;
}
