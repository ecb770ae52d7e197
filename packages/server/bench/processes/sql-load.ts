import { type Database, openDatabase } from '../../src/db/database.ts';
import { createAcceptJob } from '../../src/jobs/accept/accept-jobs.ts';
import { createFindJob } from '../../src/jobs/views/find-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { answerParent } from '../child.ts';
import { type Effort, type Measured, runClosedLoop } from '../closed-loop.ts';
import { jobRequest } from '../job-request.ts';

/**
 * The bare SQL: the statements of the server, without HTTP and without coalescing. Each connection has its own acceptor
 * or finder, so no two requests share a transaction or query.
 */

export interface SqlLoad extends Effort {
  readonly connectionString: string;
  readonly statement: 'accept' | 'find';
  /** Account ids for `accept`, job ids for `find`; no two connections use the same one. */
  readonly ids: readonly string[];
}

const CONNECTIONS_MAX = 32;

let database: Database | undefined;

answerParent(
  async ({ connectionString, statement, ids, ...effort }: SqlLoad): Promise<Measured> => {
    database ??= openDatabase({ connectionString, maxConnections: CONNECTIONS_MAX, onError: () => {} });
    const request = statement === 'accept' ? acceptOne(database) : findOne(database);
    const rounds: number[] = [];
    return runClosedLoop(effort, (connection) => {
      const round = rounds[connection] ?? 0;
      rounds[connection] = round + 1;
      return request(connection, ids[(connection + round * effort.connections) % ids.length] as string);
    });
  },
  async () => database?.close(),
);

type OneRequest = (connection: number, id: string) => Promise<string | undefined>;

function acceptOne(on: Database): OneRequest {
  const acceptors = Array.from({ length: CONNECTIONS_MAX }, () =>
    createAcceptJob({
      database: on,
      clock: systemClock,
      topUpUrl: () => '',
      onAccepted: () => {},
      requestRecharge: async () => {},
    }),
  );
  return async (connection, accountId) => {
    const accepted = await acceptors[connection]?.(jobRequest(newId(), accountId));
    return accepted?.ok ? undefined : `a transaction was rejected: ${accepted?.problem.code}`;
  };
}

function findOne(on: Database): OneRequest {
  const finders = Array.from({ length: CONNECTIONS_MAX }, () => createFindJob(on, systemClock));
  return async (connection, jobId) => {
    const job = await finders[connection]?.(jobId);
    return job === undefined ? `job ${jobId} was not found` : undefined;
  };
}
