import { type Child, startChild } from './child.ts';
import type { Measured } from './closed-loop.ts';
import type { Contestant } from './contest.ts';
import type { SqlLoad } from './processes/bare-sql.ts';
import type { HttpLoad, HttpRequest } from './processes/http-load.ts';
import type { NaiveService } from './processes/naive-fastify.ts';
import type { Service } from './service.ts';
import type { Run } from './topic.ts';

/** What Kinora is compared with. Each load comes from a process of its own. */

/** More of them than this do not increase the throughput of SQL. */
export const SQL_CONNECTIONS_MAX = 32;

/** Sends `requests` in rotation to the server at `origin`. */
export function httpLoad(
  { closing }: Run,
  origin: string,
  requests: readonly HttpRequest[],
): Contestant['measure'] {
  const http: Child<HttpLoad, Measured> = startChild('http-load', closing);
  return (effort) => http.ask({ ...effort, origin, requests });
}

/** Fastify that returns the same body from memory. */
export async function bareFastify(bench: Run, requests: readonly HttpRequest[]): Promise<Contestant> {
  const url = await startChild<object, string>('bare-fastify', bench.closing).ask({});
  return { name: 'bare Fastify', measure: httpLoad(bench, url, requests) };
}

/** Fastify that changes a balance and inserts a job. */
export async function naiveFastify(
  bench: Run,
  service: NaiveService,
  requests: readonly HttpRequest[],
): Promise<Contestant> {
  const child: Child<NaiveService, string> = startChild('naive-fastify', bench.closing);
  return { name: 'naive Fastify', measure: httpLoad(bench, await child.ask(service), requests) };
}

const SQL_NAMES: Readonly<Record<SqlLoad['statement'], string>> = {
  accept: 'bare acceptance in SQL',
  find: 'bare select in SQL',
  claim: 'bare claim in SQL',
};

export function bareSql(
  { closing }: Run,
  { connectionString }: Service,
  statement: SqlLoad['statement'],
  ids: readonly string[],
): Contestant {
  const sql: Child<SqlLoad, Measured> = startChild('bare-sql', closing);
  return {
    name: SQL_NAMES[statement],
    measure: (effort) => sql.ask({ ...effort, connectionString, statement, ids }),
    connectionsMax: SQL_CONNECTIONS_MAX,
  };
}
