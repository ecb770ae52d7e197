import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { FIRST_ID } from '../../kernel/ids.ts';
import { type DeletedResult, subtractStoredBytes } from '../../settle/stored-bytes.ts';
import { jobFolder } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { forgetCollected } from '../library/collections.ts';
import { retainedSince } from './retained.ts';

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
const CONCURRENCY = 8;

/**
 * Deletes the bytes and prompts of jobs that ended more than 7 days ago and returns how many there were. The bytes are
 * deleted before the row is updated, so an interrupted purge is repeated. A job whose bytes cannot be deleted stays for the
 * next run and does not block others; a store that deletes nothing ends the run. Throws when any job stays.
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

/** The next jobs to purge after `last`, oldest first. `endedAt` is text, which keeps its microseconds. */
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
    [since, last?.endedAt ?? '-infinity', last?.id ?? FIRST_ID, BATCH],
  );
}

/** Deletes the folders of jobs, several at once, and returns the ids of those that succeeded. */
async function deleteBytes(
  blobs: Blobs,
  batch: readonly ExpiredJob[],
  failures: unknown[],
): Promise<readonly string[]> {
  const emptied: string[] = [];
  const remaining = [...batch];
  const work = async (): Promise<void> => {
    for (let job = remaining.shift(); job !== undefined; job = remaining.shift()) {
      try {
        await blobs.deleteFolder(jobFolder(job.id));
        emptied.push(job.id);
      } catch (error) {
        failures.push(error);
        // While the store is unavailable each call may wait for a long time, so the first failures end the run.
        if (failures.length >= CONCURRENCY && emptied.length === 0) return;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return emptied;
}

/** Locks the rows of the jobs first, then those of their accounts' activity. */
async function markPurged(database: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await database.transaction(async (tx) => {
    // A job that its owner has deleted meanwhile keeps that time.
    const purged = await tx.query<DeletedResult>(
      `update jobs set deleted_at = $2, prompt = null, prepared_prompt = null, search_words = null, negative_prompt = null,
         init_image_key = null, artifact_key = null, webhook_url = null
       where id = any($1::uuid[]) and deleted_at is null
       returning account_id as "accountId", interface, artifact_bytes as bytes`,
      [ids, at],
    );
    await subtractStoredBytes(tx, purged);
    await forgetCollected(tx, ids);
  });
}
