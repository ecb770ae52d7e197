import { hash } from 'node:crypto';
import type { Medium, WorkOrder } from '@kinora/contract';
import { type Condition, conditionsOf } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { FIRST_ID, LAST_ID } from '../../kernel/ids.ts';
import { SEARCHED_WORDS, searchWords } from '../search-words.ts';
import { WORK_COLUMNS, WORKS_PER_ACCOUNT, type Work } from './work.ts';

export interface WorkPageRequest {
  /** Words of the prompt; each may be the beginning of one. */
  readonly search: string | undefined;
  readonly medium: Medium | undefined;
  readonly order: WorkOrder;
  /** Where the shuffled works begin: any text, which gives the same place each time. */
  readonly visit: string;
  /** Only works that come after the one with this id, in this order. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** So many of the first works are read in their order before the index of words is used. */
const FIRST = 5_000;

/** The works beyond a place in an order: a range of an index. */
interface Range {
  readonly beyond: Condition;
  readonly by: string;
  /** The last place of the shuffled works, which is compared here: of two bounds PostgreSQL expects few works, and would sort them. */
  readonly until?: string;
}

/** A page of the published works that are not hidden, in the order that is asked for. */
export async function listWorks(database: Database, request: WorkPageRequest): Promise<readonly Work[]> {
  const words = searchWords(request.search ?? '', SEARCHED_WORDS);
  const isEmptySearch = request.search !== undefined && request.search.trim() !== '' && words.length === 0;
  if (isEmptySearch) return [];
  const found: Work[] = [];
  for (const range of rangesOf(request)) {
    const limit = request.limit - found.length;
    if (limit === 0) break;
    const { until = LAST_ID } = range;
    const works = await listRange(database, { ...request, limit }, words, range);
    found.push(...works.filter(({ id }) => placeOf(id) <= until));
  }
  return found;
}

/** The shuffled works begin in their middle: those before it come last. */
function rangesOf({ order, visit, after }: WorkPageRequest): readonly Range[] {
  if (order === 'newest') return [{ beyond: ['id < ?', after ?? LAST_ID], by: 'id desc' }];
  if (order === 'oldest') return [{ beyond: ['id > ?', after ?? FIRST_ID], by: 'id' }];
  const start = placeOf(visit);
  const last = after === undefined ? start : placeOf(after);
  const beyond = (place: string): Range => ({ beyond: ['shuffled > ?', place], by: 'shuffled' });
  const end = { ...beyond(last < start ? last : FIRST_ID), until: start };
  return last < start ? [end] : [beyond(last), end];
}

/** As the database computes it of an id. */
const placeOf = (text: string): string =>
  hash('md5', text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

async function listRange(
  database: Database,
  { medium, limit }: Pick<WorkPageRequest, 'medium' | 'limit'>,
  words: readonly string[],
  { beyond, by }: Range,
): Promise<readonly Work[]> {
  const values: unknown[] = [limit];
  const inRange = `where true${conditionsOf(values, [beyond, ['medium = ?', medium]])}`;
  const inOrder = `select * from works ${inRange} order by ${by}`;
  if (words.length === 0) return database.query<Work>(pageOf(inOrder, by), values);

  // Frequent words fill a page from the first works. Others are in few works, which the index of words finds.
  const query = words.map((word) => `${word}:*`).join(' & ');
  const found = `search @@ $${values.length + 1}::tsquery`;
  const first = `select * from (${inOrder} limit ${FIRST}) as first where ${found}`;
  const frequent = await database.query<Work>(pageOf(first, by), [...values, query]);
  if (frequent.length === limit) return frequent;
  const byWords = `with found as materialized (select * from works where ${found})`;
  return database.query<Work>(`${byWords} ${pageOf(`select * from found ${inRange}`, by)}`, [
    ...values,
    query,
  ]);
}

/**
 * The first `$1` of these works that are not hidden. Their jobs are read one by one: a join that was planned while the tables
 * were small may read all jobs.
 */
const pageOf = (works: string, by: string): string =>
  `select ${WORK_COLUMNS} from (${works}) as works
   where (select hidden_at from jobs where jobs.id = job_id) is null order by works.${by} limit $1`;

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
