import { statfs } from 'node:fs/promises';
import { type Problem, problem } from '@kinora/contract';
import { keepFresh } from '../kernel/keep-fresh.ts';
import { faultOfFiles } from './file-faults.ts';
import { isMissing } from './missing-file.ts';

/** The problem of every order while the disk is nearly full; undefined otherwise. */
export type FindDiskProblem = () => Promise<Problem | undefined>;

const FRESH_MS = 1000;

/**
 * Refuses orders while fewer than `floorBytes` are free, so that the jobs in progress can still be stored and the database
 * still writes. The disk is read at most once a second, however many orders there are. Problem: `storage_full`.
 */
export function createFindDiskProblem(
  readFreeBytes: () => Promise<number>,
  floorBytes: number,
): FindDiskProblem {
  const free = keepFresh(readFreeBytes, FRESH_MS);
  return async () => {
    if ((await free()) >= floorBytes) return undefined;
    return problem(
      'storage_full',
      'The disk of this service is nearly full, so no order is accepted now. Nothing was charged; retry later.',
    );
  };
}

/** Free bytes of the fullest disk among those of `folders`. A folder that does not exist yet is left out. */
export async function readFreeBytes(folders: readonly string[]): Promise<number> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      try {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      } catch (error) {
        if (isMissing(error)) return Number.POSITIVE_INFINITY;
        throw faultOfFiles(error);
      }
    }),
  );
  return Math.min(...free);
}
