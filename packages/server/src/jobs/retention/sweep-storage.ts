import type { Queryable } from '../../db/database.ts';
import { hasEnded, type JobState } from '../../queue/job-state.ts';
import {
  JOBS_FOLDER,
  KEPT_FOLDER,
  previewKey,
  readJobKey,
  readKeptKey,
  readWaitingKey,
  readWorkKey,
  WAITING_FOLDER,
  WORKS_FOLDER,
} from '../../storage/blob-keys.ts';
import type { Blobs, ListedBlob } from '../../storage/blobs.ts';

/** A blob is stored before the row that refers to it, by an order, a publication or a kept copy, none of which takes this long. */
const UNKNOWN_AFTER_MS = 24 * 3_600_000;

/** Folders are empty for an instant only, unless a crash or a failed upload left them behind. */
const EMPTY_AFTER_MS = 600_000;

interface Owner {
  readonly id: string;
  readonly state: JobState;
  readonly attempt: number;
  readonly artifactKey: string | null;
  readonly isLeased: boolean;
  readonly isDeleted: boolean;
}

/**
 * Deletes the blobs that no job needs and returns how many there were: after a day those of unknown jobs, at once
 * those of deleted jobs and of attempts that neither run nor were delivered, and the uploaded images of ended jobs, and
 * after a day those of no work, of no kept result and of no waiting order.
 * `now` is the system's time, which stores use to date blobs. Blobs whose keys are not those of jobs are not touched.
 * Removes folders that stayed empty too.
 */
export async function sweepStorage(
  { database, blobs }: { readonly database: Queryable; readonly blobs: Blobs },
  now: Date,
): Promise<number> {
  let swept = 0;
  for await (const page of blobs.list(JOBS_FOLDER)) {
    // Read after the listing: a job never needs an old blob again, and new blobs are not in the listing.
    const owners = await findOwners(database, page);
    const orphans = page.filter((blob) => isOrphan(blob, owners, now)).map(({ key }) => key);
    if (orphans.length > 0) await blobs.deleteAll(orphans);
    swept += orphans.length;
  }
  for (const copies of COPIES) swept += await sweepCopies(database, blobs, copies, now);
  for (const folder of [JOBS_FOLDER, ...COPIES.map((copies) => copies.folder)]) {
    await blobs.deleteEmptyFolders(folder, new Date(now.getTime() - EMPTY_AFTER_MS));
  }
  return swept;
}

/** Blobs that rows of one table refer to, each named by the id in its key. */
interface Copies {
  readonly folder: string;
  readonly readOwner: (key: string) => string | undefined;
  /** The rows of these owners, `$1`. */
  readonly rows: string;
}

const COPIES: readonly Copies[] = [
  {
    folder: WORKS_FOLDER,
    readOwner: readWorkKey,
    rows: `select artifact_key as "artifactKey", preview_key as "previewKey" from works where asset_id = any($1::uuid[])`,
  },
  {
    folder: KEPT_FOLDER,
    readOwner: readKeptKey,
    rows: `select artifact_key as "artifactKey", null as "previewKey" from kept_results where id = any($1::uuid[])`,
  },
  {
    folder: WAITING_FOLDER,
    readOwner: readWaitingKey,
    rows: `select image_key as "artifactKey", null as "previewKey" from waiting_orders where id = any($1::uuid[])`,
  },
];

/** Deletes the copies that no row refers to, by their exact keys, unless one was stored today: its row may be about to be written. */
async function sweepCopies(
  database: Queryable,
  blobs: Blobs,
  { folder, readOwner, rows: sql }: Copies,
  now: Date,
): Promise<number> {
  let swept = 0;
  for await (const page of blobs.list(folder)) {
    const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() < now.getTime() - UNKNOWN_AFTER_MS);
    const rows = await database.query<{ artifactKey: string; previewKey: string | null }>(sql, [
      [...new Set(old.flatMap(({ key }) => readOwner(key) ?? []))],
    ]);
    const needed = new Set(
      rows.flatMap(({ artifactKey, previewKey: named }) => [artifactKey, named ?? previewKey(artifactKey)]),
    );
    const orphans = old
      .map(({ key }) => key)
      .filter((key) => readOwner(key) !== undefined && !needed.has(key));
    if (orphans.length > 0) await blobs.deleteAll(orphans);
    swept += orphans.length;
  }
  return swept;
}

async function findOwners(
  database: Queryable,
  page: readonly ListedBlob[],
): Promise<ReadonlyMap<string, Owner>> {
  const ids = new Set(page.flatMap(({ key }) => readJobKey(key)?.jobId ?? []));
  const owners = await database.query<Owner>(
    `select id, state, lease_until is not null as "isLeased", attempt, artifact_key as "artifactKey",
       deleted_at is not null as "isDeleted"
     from current_jobs where id = any($1::uuid[])`,
    [[...ids]],
  );
  return new Map(owners.map((owner) => [owner.id, owner]));
}

function isOrphan({ key, modifiedAt }: ListedBlob, owners: ReadonlyMap<string, Owner>, now: Date): boolean {
  const named = readJobKey(key);
  if (named === undefined) return false;
  const owner = owners.get(named.jobId);
  if (owner === undefined) return modifiedAt.getTime() < now.getTime() - UNKNOWN_AFTER_MS;
  if (owner.isDeleted) return true;
  if (named.attempt === undefined) return hasEnded(owner.state);
  if (owner.isLeased && named.attempt === owner.attempt) return false;
  const { artifactKey } = owner;
  return artifactKey === null || (key !== artifactKey && key !== previewKey(artifactKey));
}
