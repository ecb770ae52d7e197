import {
  type WorkerCapability as DeclaredCapability,
  type LeaseRequest,
  type Pool,
  poolOfKind,
} from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { toReal } from '../../db/real.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import type { WorkerCapability } from './decide-capacity.ts';

/** The worker of a lease request, and the token it was sent with. */
interface WorkerReport extends LeaseRequest {
  /** Null for the shared token, the default. */
  readonly tokenId?: string | null;
}

/** Of one statement. */
const MOST_REPORTS = 100;

/** Records workers as `recordWorker` does. Requests that arrive during a statement share the next one. */
export function createRecordWorker(database: Database): (report: WorkerReport) => Promise<void> {
  return coalesce(
    async (reports: readonly WorkerReport[]) => {
      await recordWorkers(database, reports);
      return reports.map(() => undefined);
    },
    { maxBatch: MOST_REPORTS },
  );
}

/**
 * Records the worker of a lease request, which is also its health report: the capabilities in the pools that it serves,
 * and of the pools those that it has capabilities for.
 */
export function recordWorker(database: Database, report: WorkerReport): Promise<void> {
  return recordWorkers(database, [report]);
}

async function recordWorkers(database: Database, reports: readonly WorkerReport[]): Promise<void> {
  // A worker with several slots may have reported twice; one statement cannot update a row twice.
  const latest = new Map(reports.map((report) => [report.worker, report]));
  await database.query(
    `insert into workers (name, pools, engine, engine_version, capabilities, supports_zero_retention,
       gpu, vram_free_gb, queue_size, token_id, slots, seen_at)
     select name, pools, engine, engine_version, capabilities, supports_zero_retention,
       gpu, vram_free_gb, queue_size, token_id, slots, now()
     from jsonb_populate_recordset(null::workers, $1) order by name
     on conflict (name) do update set pools = excluded.pools, engine = excluded.engine,
       engine_version = excluded.engine_version, capabilities = excluded.capabilities,
       supports_zero_retention = excluded.supports_zero_retention,
       gpu = excluded.gpu, vram_free_gb = excluded.vram_free_gb, queue_size = excluded.queue_size,
       token_id = excluded.token_id, slots = excluded.slots, seen_at = excluded.seen_at, stopped_at = null`,
    [JSON.stringify([...latest.values()].map(rowOf))],
  );
}

/** By the columns of `workers`. */
function rowOf(report: WorkerReport) {
  const { engine, engine_version, leaves_no_trace, abilities } = report.capabilities;
  const capabilities = abilities.filter(({ kind }) => report.pools.includes(poolOfKind[kind]));
  return {
    name: report.worker,
    pools: report.pools.filter((pool) => capabilities.some(({ kind }) => poolOfKind[kind] === pool)),
    engine,
    engine_version,
    capabilities,
    supports_zero_retention: leaves_no_trace,
    gpu: report.gpu,
    vram_free_gb: toReal(report.vram_free_gb),
    queue_size: report.queue_size,
    token_id: report.tokenId ?? null,
    slots: report.slots ?? 1,
  };
}

/**
 * Records that a worker stops: it requests no more leases, and may finish the job it renders. A worker with another
 * token cannot stop it.
 */
export async function recordStop(database: Database, worker: string, tokenId: string | null): Promise<void> {
  await database.query(
    'update workers set stopped_at = now() where name = $1 and token_id is not distinct from $2',
    [worker, tokenId],
  );
}

export interface WorkerHealth {
  readonly name: string;
  readonly pools: readonly string[];
  readonly engine: string;
  readonly gpu: string;
  readonly vramFreeGb: number;
  /** The jobs that it renders, and those of other clients of its renderer at its last lease request. */
  readonly openJobs: number;
  /** How many jobs it renders at once. */
  readonly slots: number;
  readonly healthy: boolean;
}

// A worker requests a lease at least every 25 s and sends heartbeats while it renders.
export const HEALTHY_SECONDS = 60;
const DELETED_DAYS = 30;
/** How long a worker that disconnected is listed and expected back. */
const RECENT_MINUTES = 10;

/** A worker that renders sends heartbeats for its lease instead of requesting one. */
export const WORKERS_AND_LEASES = `workers left join lateral (
  select max(lease_until) - interval '30 seconds' as lease_seen, count(*) as running from jobs
  where state = 'running' and jobs.worker = workers.name
) as leases on true`;
export const LAST_SEEN = 'greatest(seen_at, lease_seen)';

/** The workers that were seen within ten minutes and have not stopped; those seen within a minute are healthy. */
export async function listWorkers(database: Database): Promise<WorkerHealth[]> {
  return database.query<WorkerHealth>(
    `select name, pools, engine, gpu, vram_free_gb as "vramFreeGb", queue_size + running as "openJobs", slots,
       ${LAST_SEEN} > now() - make_interval(secs => $1) as healthy
     from ${WORKERS_AND_LEASES}
     where stopped_at is null and ${LAST_SEEN} > now() - make_interval(mins => $2) order by name`,
    [HEALTHY_SECONDS, RECENT_MINUTES],
  );
}

/**
 * The healthy workers that use the shared token although the server did not start them. The operator cannot revoke
 * theirs without stopping all others.
 */
export async function listSharedTokenWorkers(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select name from ${WORKERS_AND_LEASES}
     where token_id is null and name not like 'embedded-%' and stopped_at is null
       and ${LAST_SEEN} > now() - make_interval(secs => $1) order by name`,
    [HEALTHY_SECONDS],
  );
  return rows.map(({ name }) => name);
}

/** A worker that was seen within a minute and has not stopped. */
export interface LiveWorker {
  readonly name: string;
  readonly pools: readonly Pool[];
  readonly capabilities: readonly DeclaredCapability[];
  /** How many jobs it renders at once. */
  readonly slots: number;
}

export async function listLiveWorkers(db: Queryable): Promise<LiveWorker[]> {
  return db.query<LiveWorker>(
    `select name, pools, capabilities, slots from ${WORKERS_AND_LEASES}
     where stopped_at is null and ${LAST_SEEN} > now() - make_interval(secs => $1) order by name`,
    [HEALTHY_SECONDS],
  );
}

/** The capabilities of live workers and of those that may come back. */
export async function listCapabilities(database: Database): Promise<WorkerCapability[]> {
  const workers = await database.query<{
    capabilities: readonly DeclaredCapability[];
    supportsZeroRetention: boolean;
    isLive: boolean;
  }>(
    `select capabilities, supports_zero_retention as "supportsZeroRetention",
       stopped_at is null and ${LAST_SEEN} > now() - make_interval(secs => $1) as "isLive"
     from ${WORKERS_AND_LEASES}
     where ${LAST_SEEN} > now() - make_interval(mins => $2)`,
    [HEALTHY_SECONDS, RECENT_MINUTES],
  );
  return workers.flatMap(({ capabilities, supportsZeroRetention, isLive }) =>
    capabilities.map(({ kind, mode, longest_side: longestSide }) => ({
      kind,
      mode,
      longestSide,
      supportsZeroRetention,
      isLive,
    })),
  );
}

/** Deletes the workers of a revoked token, so that no order counts on them. */
export async function deleteWorkersOfToken(db: Queryable, tokenId: string): Promise<void> {
  await db.query('delete from workers where token_id = $1', [tokenId]);
}

/** Deletes the workers that have not requested a lease for 30 days. */
export async function deleteStaleWorkers(db: Queryable): Promise<void> {
  await db.query('delete from workers where seen_at < now() - make_interval(days => $1)', [DELETED_DAYS]);
}
