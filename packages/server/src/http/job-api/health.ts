import type { Health, Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { listWorkers, type WorkerHealth } from '../../jobs/capacity/worker-health.ts';
import type { QueueView } from '../../jobs/queue/queue-view.ts';
import { coalesce } from '../../kernel/coalesce.ts';

const MAX_BATCH = 1000;

/** The number of queued jobs in each pool. */
type Queued = Readonly<Record<Pool, number>>;

/** Reads the workers' health. Anyone may request it, so concurrent requests share one query. */
export function createReadHealth(
  database: Database,
  queueView: Pick<QueueView, 'queued'>,
): () => Promise<WorkersHealth> {
  const read = coalesce(
    async (requests: readonly undefined[]) => {
      const [workers, queued] = await Promise.all([listWorkers(database), queueView.queued()]);
      const health = viewHealth(workers, queued);
      return requests.map(() => health);
    },
    { maxBatch: MAX_BATCH },
  );
  return () => read(undefined);
}

type WorkersHealth = Omit<Health, 'tasks'>;

/** The health of the service with that of its background tasks, which this server may run or not. */
export function withTasks({ status, ...workers }: WorkersHealth, areStalled: boolean): Health {
  const isWorse = areStalled && status === 'ok';
  return { status: isWorse ? 'degraded' : status, ...workers, tasks: areStalled ? 'stalled' : 'ok' };
}

/** The health while neither workers nor queue can be read. */
export const UNKNOWN_HEALTH: WorkersHealth = viewHealth([], { image: 0, video: 0 });

/** The workers as they last reported, by pool; a worker may serve both. */
function viewHealth(workers: readonly WorkerHealth[], queued: Queued): WorkersHealth {
  const image = workersOf(workers, 'image');
  const video = workersOf(workers, 'video');
  const served = [image, video].filter((pool) => pool.some(({ healthy }) => healthy)).length;
  return {
    status: served === 2 ? 'ok' : served === 1 ? 'degraded' : 'unavailable',
    image_healthy: healthyOf(image),
    video_healthy: healthyOf(video),
    image_workers: mapOf(image, queued.image),
    video_workers: mapOf(video, queued.video),
  };
}

function workersOf(workers: readonly WorkerHealth[], pool: Pool): readonly WorkerHealth[] {
  return workers.filter(({ pools }) => pools.includes(pool));
}

function healthyOf(workers: readonly WorkerHealth[]): string {
  return `${workers.filter(({ healthy }) => healthy).length}/${workers.length}`;
}

/** The queued jobs of a pool wait for all of its workers, so each of them shows them. */
function mapOf(workers: readonly WorkerHealth[], queued: number): Health['image_workers'] {
  return Object.fromEntries(
    workers.map(({ name, healthy, gpu, openJobs, vramFreeGb }) => [
      name,
      { healthy, gpu, queue_size: openJobs + queued, vram_free_gb: vramFreeGb },
    ]),
  );
}
