import path from 'node:path';
import type { Config } from '../config.ts';
import { createFindDiskProblem, type FindDiskProblem, readFreeBytes } from '../storage/free-disk.ts';

/** The folders that grow with the orders: results as files, and the embedded database. */
export function growingFolders({ s3, databaseUrl, dataDir }: Config): readonly string[] {
  const results = s3 === undefined ? [path.join(dataDir, 'blobs')] : [];
  return s3 === undefined || databaseUrl === undefined ? [dataDir, ...results] : [];
}

/** Wires the check of free disk. With an object store and an external database, this machine stores nothing. */
export function wireDisk(config: Config): FindDiskProblem {
  const folders = growingFolders(config);
  return createFindDiskProblem(() => readFreeBytes(folders), config.disk.minFreeBytes);
}
