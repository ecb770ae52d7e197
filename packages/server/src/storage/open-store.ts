import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { JOBS_FOLDER } from './blob-keys.ts';
import type { Store } from './blobs.ts';
import { inDataDirectory } from './data-directory.ts';
import { createFileBlobs } from './file-blobs.ts';
import type { S3Location } from './s3/s3-location.ts';

/** The configured store: S3 if a location is given, else files in `folder`. */
export async function openStore(s3: S3Location | undefined, folder: string): Promise<Store> {
  if (s3 === undefined) {
    return { blobs: createFileBlobs(folder), check: () => checkFolder(folder), close() {} };
  }
  // The SDK needs 15 MB of memory, so it is loaded only when it is used.
  const { openS3Store } = await import('./s3/s3-store.ts');
  return openS3Store(s3);
}

/**
 * What to do with results that were stored before the S3 store was set up. Nothing serves or deletes them, although their
 * retention ends.
 */
export async function describeLeftFiles(
  s3: S3Location | undefined,
  folder: string,
): Promise<string | undefined> {
  if (s3 === undefined || !existsSync(folder)) return undefined;
  for await (const _ of createFileBlobs(folder).list(JOBS_FOLDER)) {
    return `${folder} has results from before KINORA_STORAGE_URL, which are neither served nor deleted; copy them to the store, then delete the folder (docs/storage.md)`;
  }
  return undefined;
}

/** Creates the folder at the first start. A restored one may belong to another user. */
async function checkFolder(folder: string): Promise<string> {
  await inDataDirectory(folder, async () => rmdir(await mkdtemp(path.join(folder, '.check-'))));
  return `files in ${folder}`;
}
