import { Readable } from 'node:stream';
import type { Blobs } from '../../src/storage/blobs.ts';

/** For use cases whose bytes are not what a test is about. */
export const noBlobs: Blobs = {
  put: async () => ({ bytes: 0, sha256: '' }),
  size: async () => undefined,
  read: () => Readable.from([]),
  deleteAll: async () => {},
  deleteFolder: async () => {},
  async *list() {},
  presignGet: async () => undefined,
  presignPut: async () => undefined,
};

/** What deleting a job needs of a store. */
export const noStore = {
  blobs: noBlobs,
  purgeLater: async (): Promise<void> => {},
};
