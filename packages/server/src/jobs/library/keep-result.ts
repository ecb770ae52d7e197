import type { Problem } from '@kinora/contract';
import { discard } from '../../attempt/discard.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { newId } from '../../kernel/ids.ts';
import { addStoredBytes } from '../../settle/stored-bytes.ts';
import { keptKey } from '../../storage/blob-keys.ts';
import { BlobGone, type Blobs, type StoredBlob } from '../../storage/blobs.ts';
import { searchWords } from '../search-words.ts';
import { findResult } from './find-result.ts';

export interface KeepDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Why an account may not keep so many bytes more. Locks its funding row, so that two copies are counted one by one. */
  readonly checkKeep: (tx: Queryable, accountId: string, bytes: number) => Promise<Problem | undefined>;
}

/** `absent`: the account has no such result of the job API, or it is hidden. */
export type KeepOutcome = 'kept' | 'absent' | Problem;

/**
 * Copies the result of a job of `accountId` into the account's library, where it stays until it is deleted. To keep it again
 * changes nothing. The row is written after the bytes: after a crash between the two, they are swept within a day. Problem:
 * `storage_quota_reached`.
 */
export async function keepResult(
  dependencies: KeepDependencies,
  accountId: string,
  jobId: string,
): Promise<KeepOutcome> {
  const { database, blobs, clock } = dependencies;
  if (await isKept(database, accountId, jobId)) return 'kept';
  const found = await findResult(database, accountId, jobId, clock.now());
  if (found === undefined) return 'absent';
  // Before the bytes are copied: what is refused costs no write.
  const bytes = (await blobs.size(found.artifactKey)) ?? 0;
  const refused = await database.transaction((tx) => dependencies.checkKeep(tx, accountId, bytes));
  if (refused !== undefined) return refused;
  const keptId = newId();
  const artifactKey = keptKey(keptId, found.artifactKey);
  try {
    // Written anew instead of copied, because a copy may keep the age of the original, and the sweep deletes what is old.
    const stored = await blobs.put(artifactKey, blobs.read(found.artifactKey));
    crashPoint('keep.before_commit');
    const copy: Copy = { keptId, artifactKey, bytes: stored.bytes };
    const outcome = await database.transaction((tx) =>
      insertKept(tx, dependencies, { accountId, jobId }, copy),
    );
    if (outcome !== 'listed') await discard(blobs, artifactKey);
    return outcome === 'listed' ? 'kept' : outcome;
  } catch (error) {
    // After an unknown commit the copy may be listed, so it is left to the sweep.
    if (error instanceof BlobGone) return 'absent';
    throw error;
  }
}

interface Copy extends Pick<StoredBlob, 'bytes'> {
  readonly keptId: string;
  readonly artifactKey: string;
}

/** Locks the job's row, so that it is not deleted meanwhile, then the funding row, then the activity of the account. */
async function insertKept(
  tx: Queryable,
  { clock, checkKeep }: KeepDependencies,
  { accountId, jobId }: { readonly accountId: string; readonly jobId: string },
  { keptId, artifactKey, bytes }: Copy,
): Promise<KeepOutcome | 'listed'> {
  const at = clock.now();
  const result = await findResult(tx, accountId, jobId, at, 'for share of jobs');
  if (result === undefined) return 'absent';
  const refused = await checkKeep(tx, accountId, bytes);
  if (refused !== undefined) return refused;
  const listed = await tx.query(
    `insert into kept_results (id, job_id, account_id, prompt, search_words, artifact_key, bytes, kept_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (job_id) do nothing returning id`,
    [keptId, jobId, accountId, result.prompt, searchWords(result.prompt).join(' '), artifactKey, bytes, at],
  );
  if (listed.length === 0) return 'kept';
  await addStoredBytes(tx, accountId, bytes);
  return 'listed';
}

async function isKept(db: Queryable, accountId: string, jobId: string): Promise<boolean> {
  const rows = await db.query('select from kept_results where job_id = $1 and account_id = $2', [
    jobId,
    accountId,
  ]);
  return rows.length > 0;
}
