import { discard } from '../../attempt/discard.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { extensionOf, workFolder } from '../../storage/blob-keys.ts';
import { BlobGone, type Blobs } from '../../storage/blobs.ts';
import { findResult } from '../library/find-result.ts';
import { searchWords } from '../search-words.ts';
import type { PreviewDependencies } from '../views/read-preview.ts';
import { WORKS_PER_ACCOUNT } from './work.ts';

export interface PublishDependencies extends PreviewDependencies {
  readonly blobs: Blobs;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * `absent`: the account has no such completed job of the job API, or its result is hidden. `full`: it has too many
 * works.
 */
export type PublishOutcome = 'published' | 'absent' | 'full';

/** What the person agreed to. */
export interface Consent {
  /** The version of the words that were shown. */
  readonly version: number;
  readonly showsSeed: boolean;
}

/**
 * Publishes the result of a job of `accountId`: copies it, so that it outlives the job, and lists it with what the person
 * agreed to. Publishing it again changes nothing. Results of the v1 API are never published.
 */
export async function publishWork(
  { database, blobs, clock, readPreview }: PublishDependencies,
  accountId: string,
  jobId: string,
  consent: Consent,
): Promise<PublishOutcome> {
  const found = await findResult(database, accountId, jobId, clock.now());
  if (found === undefined) return 'absent';
  const workId = newId();
  const folder = workFolder(found.assetId, workId);
  const artifactKey = `${folder}/work${extensionOf(found.artifactKey)}`;
  const previewKey = `${folder}/preview.jpg`;
  try {
    // Written anew instead of copied, because a copy may keep the age of the original, and the sweep deletes what is old.
    await blobs.put(artifactKey, blobs.read(found.artifactKey));
    // A work without a preview is still a work.
    const preview = await readPreview({
      viewerId: accountId,
      medium: found.medium,
      artifactKey: found.artifactKey,
    });
    if (preview !== undefined) await blobs.put(previewKey, preview);
    const stored = {
      workId,
      jobId,
      accountId,
      artifactKey,
      previewKey: preview === undefined ? null : previewKey,
      consent,
    };
    const outcome = await database.transaction((tx) => insertWork(tx, stored, clock.now()));
    if (outcome !== 'listed') await discard(blobs, artifactKey, previewKey);
    return outcome === 'listed' ? 'published' : outcome;
  } catch (error) {
    // What is left of it is swept within a day; after an unknown commit it may be listed.
    if (error instanceof BlobGone) return 'absent';
    throw error;
  }
}

interface NewWork {
  readonly workId: string;
  readonly jobId: string;
  readonly accountId: string;
  readonly artifactKey: string;
  readonly previewKey: string | null;
  readonly consent: Consent;
}

/**
 * Locks the job's row, so that it is not deleted meanwhile, then the account's. Only a work that is `listed` refers to what
 * was stored; the job may be published already.
 */
async function insertWork(
  tx: Queryable,
  { workId, jobId, accountId, artifactKey, previewKey, consent }: NewWork,
  at: Date,
): Promise<PublishOutcome | 'listed'> {
  const result = await findResult(tx, accountId, jobId, at, 'for share of jobs');
  if (result === undefined) return 'absent';
  await tx.query('select from accounts where id = $1 for no key update', [accountId]);
  const [listed] = await tx.query<{ count: number; isPublished: boolean }>(
    `select count(*) as count, count(*) filter (where job_id = $2) > 0 as "isPublished"
     from works where account_id = $1`,
    [accountId, jobId],
  );
  if (listed?.isPublished === true) return 'published';
  if ((listed?.count ?? 0) >= WORKS_PER_ACCOUNT) return 'full';
  await tx.query(
    `insert into works (id, job_id, account_id, asset_id, medium, prompt, search_words, artifact_key, preview_key, width,
       height, duration_seconds, consent_version, shows_seed, published_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      workId,
      jobId,
      accountId,
      result.assetId,
      result.medium,
      result.prompt,
      searchWords(result.prompt).join(' '),
      artifactKey,
      previewKey,
      result.width,
      result.height,
      result.durationSeconds,
      consent.version,
      consent.showsSeed,
      at,
    ],
  );
  return 'listed';
}
