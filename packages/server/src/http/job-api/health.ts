import { type Health, type Pool, poolNames } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { keepFresh } from '../../kernel/keep-fresh.ts';
import type { QueueView } from '../../queue/queue-view.ts';
import {
  countWorkers,
  listWorkers,
  type WorkerCounts,
  type WorkerHealth,
} from '../../workers/worker-health.ts';

/** Anybody may ask, and as often as they like. */
const FRESH_MS = 1000;
/** All workers are counted; of more than this many, some are not described. */
const MAX_DESCRIBED = 100;

/** The number of queued jobs in each pool. */
type Queued = Readonly<Record<Pool, number>>;

type WorkersHealth = Omit<Health, 'tasks'>;

/** Reads the workers' health, at most once a second however many requests there are. */
export function createReadHealth(
  database: Database,
  queueView: Pick<QueueView, 'queued'>,
  clock: Clock,
): () => Promise<WorkersHealth> {
  async function read(): Promise<WorkersHealth> {
    const [counts, workers, queued] = await Promise.all([
      countWorkers(database),
      listWorkers(database, MAX_DESCRIBED),
      queueView.queued(),
    ]);
    return viewHealth(counts.byPool, workers, queued);
  }

  return keepFresh(read, FRESH_MS, () => clock.now().getTime());
}

/** The health of the service with that of its background tasks, which this server may run or not. */
export function withTasks({ status, ...workers }: WorkersHealth, areStalled: boolean): Health {
  const isWorse = areStalled && status === 'ok';
  return { status: isWorse ? 'degraded' : status, ...workers, tasks: areStalled ? 'stalled' : 'ok' };
}

const NOBODY = { healthy: 0, silent: 0, troubled: 0 };

/** The health while neither workers nor queue can be read. */
export const UNKNOWN_HEALTH: WorkersHealth = viewHealth({ image: NOBODY, video: NOBODY }, [], {
  image: 0,
  video: 0,
});

/** The workers as they last reported, by pool; a worker may serve both. */
function viewHealth(
  counts: WorkerCounts['byPool'],
  workers: readonly WorkerHealth[],
  queued: Queued,
): WorkersHealth {
  const served = poolNames.filter((pool) => counts[pool].healthy > 0).length;
  const healthyOf = (pool: Pool) => {
    const { healthy, silent, troubled } = counts[pool];
    return `${healthy}/${healthy + silent + troubled}`;
  };
  const mapOf = (pool: Pool) =>
    describe(
      workers.filter(({ pools }) => pools.includes(pool)),
      queued[pool],
    );
  return {
    status: served === 2 ? 'ok' : served === 1 ? 'degraded' : 'unavailable',
    image_healthy: healthyOf('image'),
    video_healthy: healthyOf('video'),
    image_workers: mapOf('image'),
    video_workers: mapOf('video'),
  };
}

/**
 * The queued jobs of a pool wait for all of its workers, so each of them shows them. Workers of two tokens may have one
 * name; no name contains a number sign.
 */
function describe(workers: readonly WorkerHealth[], queued: number): Health['image_workers'] {
  return Object.fromEntries(
    workers.map(({ name, namesakes, healthy, gpu, openJobs, vramFreeGb }) => [
      namesakes === 0 ? name : `${name}#${namesakes + 1}`,
      { healthy, gpu, queue_size: openJobs + queued, vram_free_gb: vramFreeGb },
    ]),
  );
}
