import type { Tier } from '@kinora/contract';
import {
  createVerifyAccessToken,
  type TokenSubject,
  type VerifyAccessToken,
} from '../accounts/access-token.ts';
import type { Auth } from '../accounts/auth.ts';
import { createFindTier } from '../accounts/find-tier.ts';
import type { Database } from '../db/database.ts';
import { listWorkers, type WorkerHealth } from '../jobs/capacity/worker-health.ts';
import { createFindJobApiJob, type FindJobApiJob } from '../jobs/views/find-job-api-job.ts';
import { createFindAsset, type FindAsset } from '../jobs/views/published-asset.ts';
import type { Clock } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';

interface JobApi {
  readonly verifyAccessToken: VerifyAccessToken;
  readonly findTier: (subject: TokenSubject) => Promise<Tier>;
  readonly findJobApiJob: FindJobApiJob;
  readonly findAsset: FindAsset;
  readonly listWorkers: () => Promise<readonly WorkerHealth[]>;
}

interface Surroundings {
  readonly database: Database;
  readonly clock: Clock;
  readonly auth: () => Auth;
}

const MAX_BATCH = 1000;

/** Builds what the job API knows beyond what v1 does: tokens, tiers, its jobs and what they publish. */
export function wireJobApi({ database, clock, auth }: Surroundings): JobApi {
  // Anybody may ask for the health; those who ask at once share one look.
  const health = coalesce(
    async (asked: readonly undefined[]) => {
      const workers = await listWorkers(database);
      return asked.map(() => workers);
    },
    { maxBatch: MAX_BATCH },
  );
  return {
    verifyAccessToken: createVerifyAccessToken(auth),
    findTier: createFindTier(database, clock),
    findJobApiJob: createFindJobApiJob(database, clock),
    findAsset: createFindAsset(database, clock),
    listWorkers: () => health(undefined),
  };
}
