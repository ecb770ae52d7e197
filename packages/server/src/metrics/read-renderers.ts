import { type Pool, poolNames, type RendererTime, type WorkerCapability } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { capabilitiesToClaim } from '../queue/waiting-lines.ts';
import { NO_TIME } from '../workers/renderer-time.ts';
import { listMeasuredWorkers } from '../workers/worker-health.ts';

/** What a worker's renderers did, and what they could do. */
export interface RendererState {
  readonly worker: string;
  /** The name of its token; empty for the shared one. */
  readonly token: string;
  /** Milliseconds since the worker is known. */
  readonly counted: RendererTime;
  /** How many of the first jobs in line of its pools it can render. */
  readonly queuedJobs: number;
}

/** /health describes as many. */
const MAX_WORKERS = 100;

interface QueuedJobs {
  readonly capability: string;
  readonly side: number;
  readonly needsZeroRetention: boolean;
  readonly jobs: number;
}

export async function readRenderers(db: Queryable, lineMax: number): Promise<RendererState[]> {
  const [workers, queued] = await Promise.all([
    listMeasuredWorkers(db, MAX_WORKERS),
    db.query<QueuedJobs>(
      `select waits_for as capability, greatest(width, height) as side, owning_node_id is not null as "needsZeroRetention",
         count(*) as jobs
       from (${poolNames.map(headOf).join(' union all ')}) as head where waits_for is not null group by 1, 2, 3`,
      [lineMax],
    ),
  ]);
  return workers.map(({ name, token, renderer, ...capable }) => ({
    worker: name,
    token: token ?? '',
    counted: renderer?.counted ?? NO_TIME,
    queuedJobs: countMatches(queued, capable),
  }));
}

const headOf = (pool: Pool): string =>
  `(select waits_for, width, height, owning_node_id from open_jobs where waits_in = '${pool}' order by sort_key, id limit $1)`;

interface CapableWorker {
  readonly pools: readonly Pool[];
  readonly capabilities: readonly WorkerCapability[];
  readonly zeroRetention: boolean;
}

function countMatches(
  queued: readonly QueuedJobs[],
  { pools, capabilities, zeroRetention }: CapableWorker,
): number {
  const claimed = capabilitiesToClaim({
    pools: [...pools],
    capabilities: { operations: [...capabilities] },
  });
  const sideOf = new Map(claimed.map(({ capability, longestSide }) => [capability, longestSide]));
  return queued.reduce(
    (sum, { capability, side, needsZeroRetention, jobs }) =>
      side <= (sideOf.get(capability) ?? 0) && (zeroRetention || !needsZeroRetention) ? sum + jobs : sum,
    0,
  );
}
