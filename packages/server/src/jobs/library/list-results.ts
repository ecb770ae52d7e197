import type { JobApiJobStatus, Medium } from '@kinora/contract';
import { conditionsOf } from '../../db/conditions.ts';
import type { Queryable } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import { retainedSince } from '../retention/retained.ts';
import { wordConditions } from '../search-words.ts';
import { JOB_API_JOB_COLUMNS, type JobApiJob } from '../views/find-job-api-job.ts';
import { JOB_API_STATUS } from '../views/list-job-api-jobs.ts';

export interface ResultFilter {
  /** Words of the prompt; each may be the beginning of one. */
  readonly search?: string | undefined;
  readonly medium?: Medium | undefined;
  readonly status?: JobApiJobStatus['status'] | undefined;
  /** The id of a collection of the account; null for its favourites. */
  readonly collection?: string | null | undefined;
  /** Only results that are kept. */
  readonly isKept?: boolean | undefined;
}

export interface ResultPageRequest extends ResultFilter {
  readonly accountId: string;
  /** Only results of jobs that were accepted before the job with this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A job of the studio, or a kept result whose job is gone: then its prompt, its bytes and their public name are those of the copy. */
export interface LibraryResult extends JobApiJob {
  readonly keptId: string | null;
  readonly keptBytes: number | null;
  /** Whether the job is gone, so that only the copy is left. */
  readonly isGone: boolean;
  /** The ids of the collections that it is in. */
  readonly collections: readonly string[];
  readonly isFavourite: boolean;
}

/** What is left of a job. */
const IS_HERE = 'deleted_at is null and (ended_at is null or ended_at > $2)';

/**
 * A page of what the studio shows of an account, newest first: jobs that are neither deleted nor expired, and kept results. Each of
 * the two is read along its own index, from the newest or from the last one of the page before.
 */
export async function listResults(
  db: Queryable,
  request: ResultPageRequest,
  now: Date,
): Promise<readonly LibraryResult[]> {
  const { accountId, before = LAST_ID, limit, medium, status, isKept, collection } = request;
  const words = wordConditions(request.search);
  if (words === undefined) return [];
  const values: unknown[] = [accountId, retainedSince(now), before, limit];
  const ofBoth = conditionsOf(values, [
    ...words,
    [`exists (select from current_jobs as jobs where jobs.id = shown.id and ${JOB_API_STATUS} = ?)`, status],
    ['medium = ?', medium],
    ...(collection === undefined ? [] : [collectedIn(collection)]),
  ]);
  const jobs = `select id from jobs as shown
    where listed_by = $1 and interface = 'job_api' and (ended_at is null or ended_at > $2) and id < $3
      ${isKept === true ? 'and exists (select from kept_results where job_id = shown.id)' : ''}${ofBoth}
    order by id desc limit $4`;
  const copies = `select id from (
      select job_id as id, kept_results.prompt, kept_results.search_words, medium, ${IS_HERE} as is_here
      from kept_results join jobs on jobs.id = job_id where kept_results.account_id = $1 and job_id < $3
    ) as shown where not is_here${ofBoth} order by id desc limit $4`;
  const found = await db.query<{ id: string }>(
    `select id from ((${jobs}) union all (${copies})) as found order by id desc limit $4`,
    values,
  );
  return readResults(
    db,
    accountId,
    found.map(({ id }) => id),
    now,
  );
}

/** Null stands for the favourites, which may have no row yet. The first column is the account's, so that nobody finds another's. */
function collectedIn(collection: string | null): readonly [string, unknown] {
  const which = collection === null ? 'name is null and ?::text is null' : 'collections.id = ?';
  return [
    `shown.id in (select job_id from collected_results join collections on collections.id = collection_id
       where account_id = $1 and ${which})`,
    collection,
  ];
}

interface Row extends LibraryResult {
  readonly keptPrompt: string | null;
  readonly keptKey: string | null;
}

/** These jobs of an account, newest first, without those of which nothing is left. */
export async function readResults(
  db: Queryable,
  accountId: string,
  jobIds: readonly string[],
  now: Date,
): Promise<readonly LibraryResult[]> {
  if (jobIds.length === 0) return [];
  const rows = await db.query<Row>(
    `select ${JOB_API_JOB_COLUMNS}, kept_id as "keptId", kept_bytes::float8 as "keptBytes", kept_prompt as "keptPrompt",
       kept_key as "keptKey", not (${IS_HERE}) as "isGone", collected.*
     from current_jobs as jobs
     left join lateral (
       select id as kept_id, bytes as kept_bytes, kept_results.prompt as kept_prompt, kept_results.artifact_key as kept_key
       from kept_results where job_id = jobs.id) as kept on true
     cross join lateral (
       select coalesce(array_agg(collection_id) filter (where name is not null), '{}') as collections,
         count(*) filter (where name is null) > 0 as "isFavourite"
       from collected_results join collections on collections.id = collection_id where job_id = jobs.id) as collected
     where jobs.id = any($3::uuid[]) and account_id = $1 and interface = 'job_api' and (${IS_HERE} or kept_id is not null)
     order by jobs.id desc`,
    [accountId, retainedSince(now), jobIds],
  );
  return rows.map(({ keptPrompt, keptKey, ...result }) =>
    result.isGone && result.keptId !== null
      ? { ...result, prompt: keptPrompt, assetId: result.keptId, artifactKey: keptKey }
      : result,
  );
}
