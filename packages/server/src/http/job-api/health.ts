import type { Health, Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { listWorkers, type WorkerHealth } from '../../jobs/capacity/worker-health.ts';
import { coalesce } from '../../kernel/coalesce.ts';

const MAX_BATCH = 1000;

/** Reads the workers' health. Anyone may request it, so concurrent requests share one query. */
export function createReadHealth(database: Database): () => Promise<Health> {
  const readWorkers = coalesce(
    async (requests: readonly undefined[]) => {
      const workers = await listWorkers(database);
      return requests.map(() => workers);
    },
    { maxBatch: MAX_BATCH },
  );
  return async () => viewHealth(await readWorkers(undefined));
}

/** The workers as they last reported, by medium; a worker may serve both. */
export function viewHealth(workers: readonly WorkerHealth[]): Health {
  const image = workersOf(workers, 'image');
  const video = workersOf(workers, 'video');
  const served = [image, video].filter((pool) => pool.some(({ healthy }) => healthy)).length;
  return {
    status: served === 2 ? 'ok' : served === 1 ? 'degraded' : 'unavailable',
    image_healthy: healthyOf(image),
    video_healthy: healthyOf(video),
    image_workers: mapOf(image),
    video_workers: mapOf(video),
  };
}

function workersOf(workers: readonly WorkerHealth[], pool: Pool): readonly WorkerHealth[] {
  return workers.filter(({ pools }) => pools.includes(pool));
}

function healthyOf(workers: readonly WorkerHealth[]): string {
  return `${workers.filter(({ healthy }) => healthy).length}/${workers.length}`;
}

function mapOf(workers: readonly WorkerHealth[]): Health['image_workers'] {
  return Object.fromEntries(
    workers.map(({ name, healthy, gpu, queueSize, vramFreeGb }) => [
      name,
      { healthy, gpu, queue_size: queueSize, vram_free_gb: vramFreeGb },
    ]),
  );
}
