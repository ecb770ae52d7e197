import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crashPoint } from '../kernel/crash-point.ts';
import { assert } from '../kernel/result.ts';
import type { Blobs, StoredBlob } from './blobs.ts';

const KEY = /^[a-z0-9]+(?:[/.-][a-z0-9]+)*$/;

/** Blobs as files below `root`. A blob is written beside its place, synced and renamed: whole or not there. */
export function createFileBlobs(root: string): Blobs {
  const placeOf = (key: string): string => {
    assert(KEY.test(key), `"${key}" is a blob key`);
    return path.join(root, key);
  };

  return {
    async put(key, content) {
      const place = placeOf(key);
      const folder = path.dirname(place);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${place}.${randomBytes(6).toString('hex')}.part`;
      try {
        const stored = await writeSynced(draft, content);
        crashPoint('artifact.before_rename');
        await rename(draft, place);
        await syncFolder(folder);
        return stored;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async size(key) {
      try {
        return (await stat(placeOf(key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read: (key, range) => createReadStream(placeOf(key), range && { start: range.first, end: range.last }),
    // An upload may add a file while the folder is emptied.
    deleteFolder: (folder) =>
      rm(placeOf(folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  };
}

async function writeSynced(place: string, content: Readable | Uint8Array): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(place, 'wx', 0o600);
  try {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      hash.update(chunk);
      bytes += chunk.length;
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    offset += (await file.write(chunk, offset)).bytesWritten;
  }
}

/** The rename itself must survive a power cut before anybody is told that the blob is stored. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
