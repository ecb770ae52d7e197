import type { Database } from '../db/database.ts';
import { createFindJob } from '../jobs/views/find-job.ts';
import { createFindJobApiJob } from '../jobs/views/find-job-api-job.ts';
import { createJobEnds } from '../jobs/views/job-ends.ts';
import { createFindAsset } from '../jobs/views/published-asset.ts';
import { createJobWatch } from '../jobs/views/watch-jobs.ts';
import type { Clock } from '../kernel/clock.ts';

/** Wires how jobs are found and followed, for both interfaces. */
export function wireJobViews(database: Database, clock: Clock, onError: (error: unknown) => void) {
  const findJob = createFindJob(database, clock);
  const findJobApiJob = createFindJobApiJob(database, clock);
  return {
    findJob,
    jobWatch: createJobWatch(findJob, onError),
    jobEnds: createJobEnds(findJob),
    findJobApiJob,
    jobApiWatch: createJobWatch(findJobApiJob, onError),
    findAsset: createFindAsset(database, clock),
  };
}
