import type { Database } from '../db/database.ts';
import { createFindJob } from '../jobs/views/find-job.ts';
import { createFindJobApiJob } from '../jobs/views/find-job-api-job.ts';
import { createFindAsset } from '../jobs/views/published-asset.ts';
import type { Clock } from '../kernel/clock.ts';

/** Wires how jobs are found, for both interfaces. */
export function wireJobViews(database: Database, clock: Clock) {
  return {
    findJob: createFindJob(database, clock),
    findJobApiJob: createFindJobApiJob(database, clock),
    findAsset: createFindAsset(database, clock),
  };
}
