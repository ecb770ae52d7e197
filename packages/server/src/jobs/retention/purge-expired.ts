import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { jobFolder } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { retainedSince } from '../job-state.ts';

export interface RetentionDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
}

interface ExpiredJob {
  readonly id: string;
  readonly endedAt: string;
}

const BATCH = 200;
const AT_ONCE = 8;

/**
 * Takes bytes and prompt from the jobs whose 7 days are over and answers how many there were. Bytes first, then
 * the mark: whoever is stopped in between does it again. A job whose bytes cannot be deleted waits for the next
 * round and holds up no other; a store that deletes nothing ends the round. Throws when any was left.
 */
export async function purgeExpired({ database, blobs, clock }: RetentionDependencies): Promise<number> {
  const failures: unknown[] = [];
  let purged = 0;
  let last: ExpiredJob | undefined;
  for (;;) {
    const batch = await findExpired(database, retainedSince(clock.now()), last);
    last = batch.at(-1);
    if (last === undefined) break;
    const emptied = await deleteBytes(blobs, batch, failures);
    await markPurged(database, emptied, clock.now());
    purged += emptied.length;
    if (emptied.length === 0) break;
  }
  if (failures.length > 0) {
    throw new Error(`the bytes of ${failures.length} expired jobs are not deleted yet`, {
      cause: failures[0],
    });
  }
  return purged;
}

/** The next to purge after `last`, longest gone first. The end goes as text, which keeps its microseconds. */
function findExpired(
  database: Database,
  since: Date,
  last: ExpiredJob | undefined,
): Promise<readonly ExpiredJob[]> {
  return database.query<ExpiredJob>(
    `select id, ended_at::text as "endedAt" from jobs
     where ended_at is not null and deleted_at is null and ended_at <= $1
       and (ended_at, id) > ($2::timestamptz, $3::uuid)
     order by ended_at, id limit $4`,
    [since, last?.endedAt ?? '-infinity', last?.id ?? '00000000-0000-0000-0000-000000000000', BATCH],
  );
}

/** Deletes their folders, a few at once, and answers the ids of those that are empty now. */
async function deleteBytes(
  blobs: Blobs,
  batch: readonly ExpiredJob[],
  failures: unknown[],
): Promise<readonly string[]> {
  const emptied: string[] = [];
  const waiting = [...batch];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      try {
        await blobs.deleteFolder(jobFolder(job.id));
        emptied.push(job.id);
      } catch (error) {
        failures.push(error);
        // A store that is away lets each call wait for long; the first few tell enough.
        if (failures.length >= AT_ONCE && emptied.length === 0) return;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return emptied;
}

async function markPurged(database: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  // One that its owner deleted meanwhile keeps the time of that.
  await database.query(
    `update jobs set deleted_at = $2, prompt = null, prepared_prompt = null, init_image_key = null, artifact_key = null
     where id = any($1::uuid[]) and deleted_at is null`,
    [ids, at],
  );
}
