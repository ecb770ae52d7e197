import type { Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { FIRST_PAGE } from '../views/list-job-api-jobs.ts';
import { searchWords } from './search-words.ts';
import { WORK_COLUMNS, WORKS_PER_ACCOUNT, type Work } from './work.ts';

export interface WorkPageRequest {
  /** Words of the prompt; each may be the beginning of one. */
  readonly search: string | undefined;
  readonly pool: Pool | undefined;
  /** Only works that were published before the one with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** More words would only make the search slower. */
const SEARCH_WORDS = 12;

/** A page of the published works that are not hidden, newest first. */
export async function listWorks(
  database: Database,
  { search, pool, before, limit }: WorkPageRequest,
): Promise<readonly Work[]> {
  const words = searchWords(search ?? '', SEARCH_WORDS);
  const isEmptySearch = search !== undefined && search.trim() !== '' && words.length === 0;
  if (isEmptySearch) return [];
  const query = words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
  return database.query<Work>(
    `select ${WORK_COLUMNS} from works join jobs on jobs.id = job_id
     where hidden_at is null and works.id < $1 and ($2::text is null or works.pool = $2)
       and ($3::tsquery is null or search @@ $3::tsquery)
     order by works.id desc limit $4`,
    [before ?? FIRST_PAGE, pool ?? null, query, limit],
  );
}

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
