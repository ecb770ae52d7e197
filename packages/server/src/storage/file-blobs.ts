import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crashPoint } from '../kernel/crash-point.ts';
import { assertBlobKey } from './blob-keys.ts';
import { BlobGone, type Blobs, type ListedBlob, type StoredBlob } from './blobs.ts';
import { atFiles, faultOfFiles } from './file-faults.ts';
import { inPieces } from './in-pieces.ts';
import { isMissing } from './missing-file.ts';
import { StoredFile } from './stored-file.ts';

const PAGE = 1000;
/** What linking fails with on file systems that cannot. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];

/**
 * Blobs as files below `root`, which must exist. A blob is written to a temporary file, synced and renamed, so it is never
 * partial. Without `root` nothing is missing or stored: it is away, as a disk that is not mounted, and comes back with its
 * files.
 */
export function createFileBlobs(root: string): Blobs {
  return {
    async put(key, content) {
      try {
        return await put(root, key, content);
      } catch (error) {
        // An error of the content, as of the connection it comes from, is not an error of the store.
        throw content instanceof Readable && content.errored === error ? error : faultOfFiles(error);
      }
    },
    copy: (from, to) => atFiles(() => copy(root, from, to)),
    size: (key) =>
      atFiles(async () => {
        const found = await unlessMissing(stat(pathOf(root, key)));
        if (found === undefined) await requireRoot(root);
        return found?.size;
      }),
    read: (key, range) => new StoredFile(pathOf(root, key), root, range),
    deleteAll: (keys) =>
      atFiles(async () => {
        for (const key of keys) {
          await rm(pathOf(root, key), { force: true });
          await removeEmptyFolders(root, key);
        }
      }),
    deleteFolder: (folder) =>
      atFiles(async () => {
        // An upload may add a file while the folder is emptied.
        await rm(pathOf(root, folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
        await removeEmptyFolders(root, folder);
      }),
    deleteEmptyFolders: (folder, since) => atFiles(() => removeOldFolders(pathOf(root, folder), since)),
    async *list(folder) {
      try {
        yield* list(root, folder);
      } catch (error) {
        throw faultOfFiles(error);
      }
    },
    presignGet: async () => undefined,
    presignPut: async () => undefined,
  };
}

function pathOf(root: string, key: string): string {
  assertBlobKey(key);
  return path.join(root, key);
}

const requireRoot = (root: string): Promise<unknown> => stat(root);

async function put(root: string, key: string, content: Readable | Uint8Array): Promise<StoredBlob> {
  const filePath = pathOf(root, key);
  const draft = `${filePath}.${randomBytes(6).toString('hex')}.part`;
  try {
    const stored = await writeSynced(await createFile(root, draft), content);
    crashPoint('artifact.before_rename');
    await unlessDeleted(key, async () => {
      await rename(draft, filePath);
      await syncFolder(path.dirname(filePath));
    });
    return stored;
  } catch (error) {
    // What failed counts. A store that is away cannot be tidied either; the sweep does it later.
    await rm(draft, { force: true }).catch(() => {});
    await removeEmptyFolders(root, key);
    throw error;
  }
}

async function copy(root: string, from: string, to: string): Promise<boolean> {
  try {
    // Files are replaced and never written to, so two names of one file are as good as two files.
    await link(pathOf(root, from), pathOf(root, to));
  } catch (error) {
    if (isMissing(error)) {
      await requireRoot(root);
      return false;
    }
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await put(root, to, new StoredFile(pathOf(root, from), root));
  }
  await syncFolder(path.dirname(pathOf(root, to)));
  return true;
}

async function* list(root: string, folder: string): AsyncGenerator<readonly ListedBlob[]> {
  let page: ListedBlob[] = [];
  await requireRoot(root);
  for await (const blob of walk(pathOf(root, folder), folder)) {
    page.push(blob);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/**
 * The files below a folder, including temporary files that a crash left behind. A file that is deleted during the listing is
 * skipped.
 */
async function* walk(folderPath: string, key: string): AsyncGenerator<ListedBlob> {
  const folder = await unlessMissing(opendir(folderPath));
  if (folder === undefined) return;
  for await (const entry of folder) {
    const inner = { path: path.join(folderPath, entry.name), key: `${key}/${entry.name}` };
    if (entry.isDirectory()) {
      yield* walk(inner.path, inner.key);
    } else if (entry.isFile()) {
      const found = await unlessMissing(stat(inner.path));
      if (found !== undefined) yield { key: inner.key, modifiedAt: found.mtime };
    }
  }
}

/** Removes the folders below a folder, innermost first, that are empty and have not changed since `since`. */
async function removeOldFolders(folderPath: string, since: Date): Promise<void> {
  const folder = await unlessMissing(opendir(folderPath));
  if (folder === undefined) return;
  for await (const entry of folder) {
    if (!entry.isDirectory()) continue;
    const inner = path.join(folderPath, entry.name);
    // Read first: removing a folder changes its parent.
    const changed = (await unlessMissing(stat(inner)))?.mtime;
    await removeOldFolders(inner, since);
    // Fails if the folder is not empty.
    if (changed !== undefined && changed < since) await rmdir(inner).catch(() => {});
  }
}

/** Removes the parent folders of a deleted blob or folder that are empty. */
async function removeEmptyFolders(root: string, key: string): Promise<void> {
  for (let folder = path.dirname(key); folder.includes('/'); folder = path.dirname(folder)) {
    try {
      await rmdir(path.join(root, folder));
    } catch {
      return;
    }
  }
}

async function unlessMissing<Value>(lookup: Promise<Value>): Promise<Value | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The folder of a draft may be deleted with its job. */
async function unlessDeleted(key: string, finish: () => Promise<void>): Promise<void> {
  try {
    await finish();
  } catch (error) {
    if (isMissing(error)) throw new BlobGone(key, { cause: error });
    throw error;
  }
}

const CREATE_TRIES = 5;

/** Creates a file and its folders below `root`. They may be removed as empty in between, so this is repeated. */
async function createFile(root: string, filePath: string): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(filePath, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || attempt === CREATE_TRIES) throw error;
    }
    await createFolders(root, path.relative(root, path.dirname(filePath)));
  }
}

/**
 * Not by `mkdir` with `recursive`, which would create `root` too, and which tries forever in a folder that exists and takes
 * nothing.
 */
async function createFolders(root: string, folders: string): Promise<void> {
  let folder = root;
  for (const name of folders.split(path.sep).filter(Boolean)) {
    folder = path.join(folder, name);
    try {
      await mkdir(folder, 0o700);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another upload removes a folder that is empty.
      if (code === 'ENOENT' && folder !== path.join(root, name)) return;
      if (code !== 'EEXIST') throw error;
    }
  }
}

/** Writes, syncs and closes the file. */
async function writeSynced(file: FileHandle, content: Readable | Uint8Array): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of content instanceof Readable ? content : inPieces(content)) {
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

/** Makes the rename durable, so that a blob reported as stored survives a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
