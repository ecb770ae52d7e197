import type { Medium, RenderOperation } from '@kinora/contract';
import { conditionsOf } from '../../db/conditions.ts';
import type { Queryable } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import type { Interface } from '../../queue/interface.ts';
import { RUNNING } from '../../queue/queue-order.ts';
import { SHOWN_STATE, type ShownState } from './shown-state.ts';

/** A job as the operator sees it. */
export interface FoundJob {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly medium: Medium;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly interface: Interface;
  readonly priority: number;
  readonly state: ShownState;
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly framesPerSecond: number | null;
  readonly durationSeconds: number | null;
  readonly worker: string | null;
  /** The name of its own token; null for the shared one. */
  readonly workerToken: string | null;
  readonly attempt: number;
  readonly faults: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly error: string | null;
}

export interface JobSearch {
  readonly jobId: string | undefined;
  readonly accountId: string | undefined;
  readonly state: ShownState | undefined;
  readonly operation: RenderOperation | undefined;
  readonly worker: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Only jobs before this one. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** How many jobs a page of a search reads at most. */
const MAX_ROWS_READ = 20_000;

export interface JobsFound {
  readonly jobs: readonly FoundJob[];
  /** The job that the next page begins after; undefined for the last page. */
  readonly next: string | undefined;
  /** When the last job that was read was ordered, if the page ended there before it was full. */
  readonly searchedTo: Date | undefined;
}

/** Joins the address of its account to a job. */
export const JOIN_OWNER = `join (select id as owner_id, email from accounts) as owners on owner_id = account_id`;

/** The name of the token of a job's worker; null for the shared one. */
export const WORKER_TOKEN = '(select name from worker_tokens where id = worker_token_id)';

/** The columns of a `FoundJob`, from current_jobs as jobs with `JOIN_OWNER`. */
export const FOUND_COLUMNS = `jobs.id, account_id as "accountId", email, medium, operation, model, interface, priority, ${SHOWN_STATE} as state, width,
  height, frames, frames_per_second as "framesPerSecond", duration_seconds as "durationSeconds", worker, ${WORKER_TOKEN} as "workerToken", attempt, faults, jobs.created_at as "createdAt",
  started_at as "startedAt", ended_at as "endedAt", deleted_at as "deletedAt", error`;

/**
 * The jobs that match, newest first. Every search reads one index from its newest entry, and at most 20,000 jobs of
 * it, so that none is slow however many jobs there are; the next page goes on where this one stopped.
 */
export async function searchJobs(db: Queryable, search: JobSearch): Promise<JobsFound> {
  const { state, operation, worker, from, to, limit } = search;
  const read = readFrom(search);
  const values: unknown[] = [...read.values];
  const filter = conditionsOf(values, [
    [`${SHOWN_STATE} = ?`, state],
    ['operation = ?', operation],
    ['worker = ?', worker],
    ['jobs.created_at >= ?', from],
    ['jobs.created_at <= ?', to],
  ]);
  const found = await db.query<FoundJob>(
    `select ${FOUND_COLUMNS} from (${read.sql}) as jobs ${JOIN_OWNER}
     where true${filter} order by ${read.order} limit $${values.push(limit + 1)}`,
    values,
  );
  const jobs = found.slice(0, limit);
  if (found.length > limit) return { jobs, next: jobs.at(-1)?.id, searchedTo: undefined };
  if (read.isWhole) return { jobs, next: undefined, searchedTo: undefined };
  const [last] = await db.query<{ id: string; createdAt: Date }>(
    `select id, created_at as "createdAt" from (${read.sql}) as jobs order by ${read.order} offset ${MAX_ROWS_READ - 1}`,
    read.values,
  );
  return { jobs, next: last?.id, searchedTo: last?.createdAt };
}

/** The jobs of a query of ids. */
const currentJobs = (ids: string): string =>
  `select current_jobs.* from (${ids}) as found join current_jobs using (id)`;

interface Reading {
  /** Selects all columns in their order, of at most `MAX_ROWS_READ` rows. */
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly order: string;
  /** Whether it reads every job that can match. */
  readonly isWhole: boolean;
}

/** What a search reads: the index that fits it best, from the newest job or from the last one of the page before. */
function readFrom({ jobId, accountId, state, before = LAST_ID }: JobSearch): Reading {
  const byId = (sql: string, isWhole = false): Reading => ({
    sql,
    values: [before],
    order: 'jobs.id desc',
    isWhole,
  });
  if (jobId !== undefined)
    return { ...byId('select * from current_jobs where id = $1', true), values: [jobId] };
  if (accountId !== undefined) return readAccount(accountId, before);
  if (state === 'failed' || state === 'blocked' || state === 'cancelled') {
    return byId(
      currentJobs(
        `select id from jobs where state in ('failed', 'blocked') and id < $1 order by id desc limit ${MAX_ROWS_READ}`,
      ),
    );
  }
  if (state === 'queued' || state === 'running') {
    const which = state === 'queued' ? 'waits_in is not null' : RUNNING;
    const first = `select id from open_jobs where ${which} order by waits_in, sort_key, id limit ${MAX_ROWS_READ}`;
    return byId(`${currentJobs(first)} where id < $1`, true);
  }
  return byId(`select * from current_jobs where id < $1 order by id desc limit ${MAX_ROWS_READ}`);
}

function readAccount(accountId: string, before: string): Reading {
  const order = 'jobs.created_at desc, jobs.id desc';
  const isFirst = before === LAST_ID;
  const older = isFirst ? '' : 'and (created_at, id) < (select created_at, id from jobs where id = $2)';
  return {
    sql: `select * from current_jobs as jobs where account_id = $1 ${older} order by ${order} limit ${MAX_ROWS_READ}`,
    values: isFirst ? [accountId] : [accountId, before],
    order,
    isWhole: false,
  };
}
