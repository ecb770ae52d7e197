import { type Child, startChild } from './child.ts';
import type { Effort, Measured } from './closed-loop.ts';
import type { HttpLoad, HttpRequest } from './processes/http-load.ts';
import type { SqlLoad } from './processes/sql-load.ts';
import type { Service } from './service.ts';
import type { Run } from './topic.ts';

/** Kinora and its two baselines under the same load, in turns, so that a machine's drift meets all alike. */

export interface Contest {
  readonly service: Service;
  /** What Kinora and the bare Fastify are sent. */
  readonly requests: readonly HttpRequest[];
  /** What the bare SQL does instead. */
  readonly statement: SqlLoad['statement'];
  readonly ids: readonly string[];
}

/** What one contestant did in each round. */
export interface Result {
  readonly connections: number;
  readonly rounds: readonly Measured[];
}

/** One number of connections. */
export interface Match {
  readonly kinora: Result;
  readonly fastify: Result;
  /** On at most 32 connections: a database serves no more of them faster. */
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
    const [kinora, fastify, bareSql] = await takeTurns(bench, [
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
async function takeTurns(
  { quick, complain }: Run,
  measures: readonly [Measure, Measure, Measure],
): Promise<[Rounds, Rounds, Rounds]> {
  const { rounds, ms, warmUpMs } = quick ? QUICK : FULL;
  const taken: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0;
    for (const [at, measure] of measures.entries()) {
      const measured = await measure(isWarmUp ? warmUpMs : ms);
      if (measured.failures > 0) complain(`${measured.failures} requests failed: ${measured.firstFailure}`);
      if (!isWarmUp) taken[at]?.push(measured);
    }
  }
  return taken;
}
