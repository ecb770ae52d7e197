import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '../db/database.ts';
import { isStoreUnavailable } from '../storage/blobs.ts';

/**
 * Logs what fails in the background: as a warning while the database or the store is away, because the work is done again,
 * and otherwise as an error, which is a bug.
 */
export function createLogFailure(logger: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  return (error: unknown): void => {
    const isAway = isDatabaseUnavailable(error) || isStoreUnavailable(error);
    if (isAway) logger.warn({ err: error }, 'background work is done again later');
    else logger.error({ err: error }, 'background failure');
  };
}
