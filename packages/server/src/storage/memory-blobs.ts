import { Readable } from 'node:stream';
import { sha256InPieces } from '../kernel/ids.ts';
import { BlobGone, type Blobs } from './blobs.ts';

/** Blobs in memory only, for ephemeral jobs. */
export interface MemoryBlobs extends Blobs {
  get(key: string): Buffer | undefined;
}

export function createMemoryBlobs(): MemoryBlobs {
  const blobs = new Map<string, Buffer>();
  return {
    async put(key, content) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content instanceof Readable ? content : [content]) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      blobs.set(key, bytes);
      return { bytes: bytes.length, sha256: (await sha256InPieces([bytes])).toString('hex') };
    },
    async copy(from, to) {
      const bytes = blobs.get(from);
      if (bytes !== undefined) blobs.set(to, bytes);
      return bytes !== undefined;
    },
    async size(key) {
      return blobs.get(key)?.length;
    },
    get: (key) => blobs.get(key),
    read(key, range) {
      const bytes = blobs.get(key);
      if (bytes === undefined) throw new BlobGone(key);
      return Readable.from([range === undefined ? bytes : bytes.subarray(range.first, range.last + 1)]);
    },
    async deleteAll(keys) {
      for (const key of keys) blobs.delete(key);
    },
    async deleteFolder(folder) {
      for (const key of blobs.keys()) if (key.startsWith(`${folder}/`)) blobs.delete(key);
    },
    deleteEmptyFolders: async () => {},
    async *list() {
      // Used to sweep unused blobs, of which memory has none.
    },
    presignGet: async () => undefined,
    presignPut: async () => undefined,
  };
}
