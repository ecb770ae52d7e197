import { Readable } from 'node:stream';
import type { Blobs } from '../../src/storage/blobs.ts';

/** For tests that need no bytes. */
export const noBlobs: Blobs = {
  put: async () => ({ bytes: 0, sha256: '' }),
  copy: async () => false,
  size: async () => undefined,
  read: () => Readable.from([]),
  deleteAll: async () => {},
  deleteFolder: async () => {},
  deleteEmptyFolders: async () => {},
  async *list() {},
  presignGet: async () => undefined,
  presignPut: async () => undefined,
};

/** The store dependencies of deleting a job. */
export const noStore = {
  blobs: noBlobs,
  purgeLater: async (): Promise<void> => {},
  purgeCaches: async (): Promise<void> => {},
};
