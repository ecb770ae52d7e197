import type { WorkerCapability as DeclaredCapability, Pool } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { WorkerCapability } from './decide-capacity.ts';
import type { CountedReports } from './renderer-time.ts';

export interface WorkerHealth {
  readonly name: string;
  /** How many listed workers of this name come before it; names of two tokens may be equal. */
  readonly namesakes: number;
  readonly pools: readonly string[];
  readonly gpu: string;
  readonly vramFreeGb: number;
  /** The jobs that it renders, and those of other clients of its renderer at its last lease request. */
  readonly openJobs: number;
  readonly healthy: boolean;
}

// A worker requests a lease at least every 25 s and sends heartbeats while it renders.
export const HEALTHY_SECONDS = 60;
const DELETED_DAYS = 30;
/** How long a worker that disconnected is listed and expected back. */
export const RECENT_MINUTES = 10;

/** A worker that renders sends heartbeats for its lease instead of requesting one. */
export const WORKERS_AND_LEASES = `workers left join (
  select worker, worker_token_id, max(lease_until) - interval '30 seconds' as lease_seen, count(*) filter (where state = 'running') as rendering
  from open_jobs where lease_until is not null group by worker, worker_token_id
) as leases on leases.worker = workers.name and leases.worker_token_id is not distinct from workers.token_id`;
export const LAST_SEEN = 'greatest(seen_at, lease_seen)';
/** The number of jobs that a worker renders. */
export const RENDERED_JOBS = 'coalesce(rendering, 0)';

/** Seen within $1 seconds, and has not stopped. */
const AWAKE = `stopped_at is null and ${LAST_SEEN} > now() - make_interval(secs => $1)`;
/** And takes jobs, as far as it knows. */
const HEALTHY = `${AWAKE} and trouble is null`;
/**
 * Whether orders count on it: a short trouble only makes them wait, as a short silence does, and one that asks for a job to
 * try its renderer with needs an order.
 */
const TAKES_ORDERS = `${AWAKE} and (trouble is null or probing or trouble_since > now() - make_interval(secs => $1))`;

/** The workers that were seen within ten minutes and have not stopped; $1 and $2 are `SEEN`. */
const LISTED = `select workers.*, ${RENDERED_JOBS} as running, ${HEALTHY} as healthy, ${AWAKE} and trouble is not null as troubled
  from ${WORKERS_AND_LEASES}
  where stopped_at is null and ${LAST_SEEN} > now() - make_interval(mins => $2)`;
const SEEN = [HEALTHY_SECONDS, RECENT_MINUTES];

/**
 * At most `limit` of the workers that were seen within ten minutes and have not stopped; those seen within a minute are
 * healthy and come first. Each token has its turn, so that the workers of one do not hide those of the others.
 */
export async function listWorkers(database: Queryable, limit: number): Promise<WorkerHealth[]> {
  return database.query<WorkerHealth>(
    `select name, row_number() over (partition by name order by token_id nulls first)::int - 1 as namesakes, pools, gpu,
       vram_free_gb as "vramFreeGb", queue_size + running as "openJobs", healthy
     from ${SHOWN} order by name, namesakes`,
    [...SEEN, limit],
  );
}

const SHOWN = `(
  select *, row_number() over (partition by token_id, pools order by healthy desc, name) as turn
  from (${LISTED}) as listed order by healthy desc, turn, name, token_id nulls first limit $3
) as shown`;

/** What is measured of a worker. */
interface MeasuredWorker {
  readonly name: string;
  /** The name of its own token; null for the shared one. */
  readonly token: string | null;
  readonly pools: readonly Pool[];
  readonly capabilities: readonly DeclaredCapability[];
  readonly zeroRetention: boolean;
  /** Null before its first report. */
  readonly renderer: CountedReports | null;
}

/** The same workers as `listWorkers`. */
export async function listMeasuredWorkers(db: Queryable, limit: number): Promise<MeasuredWorker[]> {
  return db.query<MeasuredWorker>(
    `select shown.name, worker_tokens.name as token, pools, capabilities, supports_zero_retention as "zeroRetention", renderer
     from ${SHOWN} left join worker_tokens on worker_tokens.id = token_id order by shown.name, token`,
    [...SEEN, limit],
  );
}

interface Count {
  readonly healthy: number;
  readonly silent: number;
  /** Those that report why they take no jobs. */
  readonly troubled: number;
}

/** How many workers were seen within ten minutes and have not stopped, whatever their number. */
export interface WorkerCounts extends Count {
  readonly byPool: Readonly<Record<Pool, Count>>;
  /** How many jobs the healthy ones render at once. */
  readonly slots: number;
}

export async function countWorkers(database: Queryable): Promise<WorkerCounts> {
  const rows = await database.query<{ pools: Pool[]; state: keyof Count; workers: number; slots: number }>(
    `select pools, state, count(*) as workers, sum(slots) as slots
     from (select *, case when healthy then 'healthy' when troubled then 'troubled' else 'silent' end as state from (${LISTED}) as listed)
       as counted group by pools, state`,
    SEEN,
  );
  const countOf = (counted: typeof rows): Count => {
    const sum = (wanted: keyof Count) =>
      counted.reduce((total, { state, workers }) => total + (state === wanted ? workers : 0), 0);
    return { healthy: sum('healthy'), silent: sum('silent'), troubled: sum('troubled') };
  };
  const ofPool = (pool: Pool) => countOf(rows.filter(({ pools }) => pools.includes(pool)));
  return {
    ...countOf(rows),
    byPool: { image: ofPool('image'), video: ofPool('video') },
    slots: rows.reduce((total, { state, slots }) => total + (state === 'healthy' ? slots : 0), 0),
  };
}

/**
 * The healthy workers that use the shared token although the server did not start them. The operator cannot revoke
 * theirs without stopping all others.
 */
export async function listSharedTokenWorkers(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select name from ${WORKERS_AND_LEASES}
     where token_id is null and name not like 'embedded-%' and ${AWAKE} order by name`,
    [HEALTHY_SECONDS],
  );
  return rows.map(({ name }) => name);
}

/** A worker that takes jobs: it was seen within a minute, has not stopped, and reports no trouble. */
export interface LiveWorker {
  readonly name: string;
  /** Null for the shared token. */
  readonly tokenId: string | null;
  readonly pools: readonly Pool[];
  readonly capabilities: readonly DeclaredCapability[];
  /** How many jobs it renders at once. */
  readonly slots: number;
  /** The model that it has loaded, as `modelOf`; null if its models need no loading. */
  readonly loaded: string | null;
  /** Workers with the lowest number are filled first. */
  readonly preference: number;
  readonly zeroRetention: boolean;
}

export async function listLiveWorkers(db: Queryable): Promise<LiveWorker[]> {
  return db.query<LiveWorker>(
    `select name, token_id as "tokenId", pools, capabilities, slots, loaded, preference,
       supports_zero_retention as "zeroRetention"
     from ${WORKERS_AND_LEASES}
     where ${HEALTHY} order by name, token_id nulls first`,
    [HEALTHY_SECONDS],
  );
}

/** The capabilities of live workers and of those that may come back. */
export async function listCapabilities(database: Database): Promise<WorkerCapability[]> {
  const workers = await database.query<{
    capabilities: readonly DeclaredCapability[];
    zeroRetention: boolean;
    isLive: boolean;
  }>(
    `select capabilities, supports_zero_retention as "zeroRetention",
       ${TAKES_ORDERS} as "isLive"
     from ${WORKERS_AND_LEASES}
     where ${LAST_SEEN} > now() - make_interval(mins => $2)`,
    [HEALTHY_SECONDS, RECENT_MINUTES],
  );
  return workers.flatMap(({ capabilities, zeroRetention, isLive }) =>
    capabilities.map(({ operation, model, longest_side: longestSide, negative_prompt: negative }) => ({
      operation,
      model,
      longestSide,
      zeroRetention,
      negativePrompt: negative === true,
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
