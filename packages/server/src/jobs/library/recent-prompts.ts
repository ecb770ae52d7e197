import { conditionsOf } from '../../db/conditions.ts';
import type { Queryable } from '../../db/database.ts';
import { LAST_ID } from '../../kernel/ids.ts';
import { retainedSince } from '../retention/retained.ts';
import { wordConditions } from '../search-words.ts';

/** A prompt of the last seven days, with the latest job that was ordered with it. */
export interface RecentPrompt {
  /** The id of that job. */
  readonly id: string;
  readonly prompt: string;
  readonly createdAt: Date;
}

/** A page of the prompts of an account's jobs of the job API that are neither deleted nor expired, each once, newest first. */
export async function listRecentPrompts(
  db: Queryable,
  accountId: string,
  {
    search,
    before,
    limit,
  }: { readonly search?: string | undefined; readonly before?: string | undefined; readonly limit: number },
  now: Date,
): Promise<readonly RecentPrompt[]> {
  const words = wordConditions(search);
  if (words === undefined) return [];
  const values: unknown[] = [accountId, retainedSince(now), before ?? LAST_ID, limit];
  const found = conditionsOf(values, words);
  return db.query<RecentPrompt>(
    `select id, prompt, "createdAt" from (
       select distinct on (prompt) id, prompt, created_at as "createdAt" from jobs
       where listed_by = $1 and interface = 'job_api' and (ended_at is null or ended_at > $2) and prompt is not null${found}
       order by prompt, id desc
     ) as latest where id < $3 order by id desc limit $4`,
    values,
  );
}
