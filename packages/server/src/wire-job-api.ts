import type { Tier } from '@kinora/contract';
import {
  createVerifyAccessToken,
  type TokenSubject,
  type VerifyAccessToken,
} from './accounts/access-token.ts';
import type { Auth } from './accounts/auth.ts';
import { createFindTier } from './accounts/find-tier.ts';
import type { Database } from './db/database.ts';
import { createFindTierJob, type FindTierJob } from './jobs/find-tier-job.ts';
import { createFindAsset, type FindAsset } from './jobs/published-asset.ts';
import { listWorkers, type WorkerHealth } from './jobs/worker-health.ts';
import type { Clock } from './kernel/clock.ts';
import { coalesce } from './kernel/coalesce.ts';

interface JobApi {
  readonly verifyAccessToken: VerifyAccessToken;
  readonly findTier: (holder: TokenSubject) => Promise<Tier>;
  readonly findTierJob: FindTierJob;
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
    findTierJob: createFindTierJob(database, clock),
    findAsset: createFindAsset(database, clock),
    listWorkers: () => health(undefined),
  };
}
