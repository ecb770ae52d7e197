import type { Operation } from './operation.ts';
import { readBalance, readUsage } from './operations/account.ts';
import { generateImage, generateVideo } from './operations/generate.ts';
import { deleteJob, downloadResult, readJob } from './operations/jobs.ts';

/** Every operation that this version answers; a test holds them and the routes together. */
export const operations: readonly Operation[] = [
  generateImage,
  generateVideo,
  readJob,
  deleteJob,
  downloadResult,
  readUsage,
  readBalance,
];
