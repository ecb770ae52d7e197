import type { Medium } from '@kinora/contract';
import { conditionsOf } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import { SEARCHED_WORDS, searchWords } from '../search-words.ts';
import { WORK_COLUMNS, WORKS_PER_ACCOUNT, type Work } from './work.ts';

export interface WorkPageRequest {
  /** Words of the prompt; each may be the beginning of one. */
  readonly search: string | undefined;
  readonly medium: Medium | undefined;
  /** Only works that were published before the one with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** So many of the newest works are read in their order before the index of words is used. */
const NEWEST = 5_000;

/** A page of the published works that are not hidden, newest first. */
export async function listWorks(
  database: Database,
  { search, medium, before = LAST_ID, limit }: WorkPageRequest,
): Promise<readonly Work[]> {
  const words = searchWords(search ?? '', SEARCHED_WORDS);
  const isEmptySearch = search !== undefined && search.trim() !== '' && words.length === 0;
  if (isEmptySearch) return [];
  const values: unknown[] = [before, limit];
  const ofMedium = conditionsOf(values, [['medium = ?', medium]]);
  const inOrder = `select * from works where id < $1${ofMedium} order by id desc`;
  if (words.length === 0) return database.query<Work>(pageOf(inOrder), values);

  // Frequent words fill a page from the newest works. Others are in few works, which the index of words finds.
  const query = words.map((word) => `${word}:*`).join(' & ');
  const found = `search @@ $${values.length + 1}::tsquery`;
  const newest = `select * from (${inOrder} limit ${NEWEST}) as newest where ${found}`;
  const frequent = await database.query<Work>(pageOf(newest), [...values, query]);
  if (frequent.length === limit) return frequent;
  const all = `select * from found where id < $1${ofMedium}`;
  const byWords = `with found as materialized (select * from works where ${found})`;
  return database.query<Work>(`${byWords} ${pageOf(all)}`, [...values, query]);
}

/**
 * The first `$2` of these works that are not hidden. Their jobs are read one by one: a join that was planned while the tables
 * were small may read all jobs.
 */
const pageOf = (works: string): string =>
  `select ${WORK_COLUMNS} from (${works}) as works
   where (select hidden_at from jobs where jobs.id = job_id) is null order by works.id desc limit $2`;

/** The work of an id; undefined if there is none, or it is hidden. */
export async function findWork(database: Database, id: string): Promise<Work | undefined> {
  const [work] = await database.query<Work>(
    `select ${WORK_COLUMNS} from works join jobs on jobs.id = job_id where works.id = $1 and hidden_at is null`,
    [id],
  );
  return work;
}

interface PublishedJob {
  readonly jobId: string;
  readonly workId: string;
}

/** The jobs whose results the account has published, hidden or not, each with its work. */
export function listPublishedJobs(database: Database, accountId: string): Promise<PublishedJob[]> {
  return database.query<PublishedJob>(
    'select job_id as "jobId", id as "workId" from works where account_id = $1 order by id desc limit $2',
    [accountId, WORKS_PER_ACCOUNT],
  );
}
