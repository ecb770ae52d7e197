import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '../db/database.ts';
import { StoreUnavailable } from '../storage/blobs.ts';

/**
 * Logs what fails in the background: as a warning while the database or the store is unreachable, because the work is
 * repeated, and otherwise as an error, which is a bug.
 */
export function createLogFailure(logger: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  return (error: unknown): void => {
    const isUnavailable = isDatabaseUnavailable(error) || error instanceof StoreUnavailable;
    if (isUnavailable) logger.warn({ err: error }, 'background work failed and will be retried');
    else logger.error({ err: error }, 'background failure');
  };
}
