import type { LeaseRequest } from '@kinora/contract';
import type { Database } from '../db/database.ts';

/** Every lease request is also a health report. */
export async function recordWorker(database: Database, report: LeaseRequest): Promise<void> {
  const { engine, engine_version: version, kinds, modes } = report.capabilities;
  await database.query(
    `insert into workers (name, pools, engine, engine_version, kinds, modes, gpu, vram_free_gb, queue_size, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
     on conflict (name) do update set pools = excluded.pools, engine = excluded.engine,
       engine_version = excluded.engine_version, kinds = excluded.kinds, modes = excluded.modes,
       gpu = excluded.gpu, vram_free_gb = excluded.vram_free_gb, queue_size = excluded.queue_size,
       seen_at = excluded.seen_at`,
    [
      report.worker,
      report.pools,
      engine,
      version,
      kinds,
      modes,
      report.gpu,
      report.vram_free_gb,
      report.queue_size,
    ],
  );
}

export interface WorkerHealth {
  readonly name: string;
  readonly pools: readonly string[];
  readonly engine: string;
  readonly gpu: string;
  readonly vramFreeGb: number;
  readonly queueSize: number;
  readonly healthy: boolean;
}

// A worker asks for work at least every 25 s and, while it renders, is known by its heartbeats.
const HEALTHY_SECONDS = 60;
const FORGOTTEN_HOURS = 24;

/** The workers seen in the last day; one is healthy that was heard of within a minute. */
export async function listWorkers(database: Database): Promise<WorkerHealth[]> {
  return database.query<WorkerHealth>(
    `select name, pools, engine, gpu, vram_free_gb as "vramFreeGb", queue_size as "queueSize",
       greatest(seen_at, lease_seen) > now() - make_interval(secs => $1) as healthy
     from workers left join lateral (
       select max(lease_until) - interval '30 seconds' as lease_seen from jobs
       where state = 'running' and jobs.worker = workers.name
     ) as leases on true
     where seen_at > now() - make_interval(hours => $2) order by name`,
    [HEALTHY_SECONDS, FORGOTTEN_HOURS],
  );
}
