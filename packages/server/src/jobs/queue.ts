import { type LeaseRequest, leaseMs, type Pool, type RenderKind, type VideoMode } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';

/** A job as its worker needs it. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Null for a held job, whose prompt its holder knows. */
  readonly prompt: string | null;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly heldBy: string | null;
  readonly relayUrl: string | null;
  readonly markTag: string | null;
}

const CLAIMED = `id, attempt, kind, mode, coalesce(prepared_prompt, prompt) as prompt, seed, width, height, frames, sound,
  held_by as "heldBy", relay_url as "relayUrl", mark_tag as "markTag"`;

/** A worker that still sends heartbeats after this long is stuck; the attempt is taken from it. */
export const ATTEMPT_MAX_SECONDS = 1800;

/**
 * Claims the next waiting job that fits, oldest first. One index read for each pool finds its oldest and locks
 * it for the length of the statement; a row another claim holds is passed over. The database's clock decides
 * leases, so no worker's clock matters. A held job goes only to a worker that keeps nothing and, unless its
 * holder can be reached at an address, calls the holder itself: the server `nodeId`.
 */
export async function claimJob(
  database: Database,
  request: LeaseRequest,
  nodeId?: string,
): Promise<ClaimedJob | undefined> {
  const { abilities } = request.capabilities;
  const [job] = await database.query<ClaimedJob>(
    `update jobs set state = 'running', attempt = attempt + 1, worker = $1, started_at = now(), progress = 0,
       stage = null, lease_until = now() + make_interval(secs => $2)
     where id = (
       select next.id from unnest($3::text[]) as wanted (pool), lateral (
         select id, created_at from jobs
         where state = 'queued' and jobs.pool = wanted.pool and exists (
           select from unnest($4::text[], $5::text[], $6::int[]) as can (kind, mode, longest_side)
           where can.kind = jobs.kind and can.mode is not distinct from jobs.mode
             and can.longest_side >= greatest(jobs.width, jobs.height)
         ) and (held_by is null or $7 and held_until > now() and (held_by = $8::uuid or relay_url is not null))
         order by created_at, id limit 1 for update skip locked
       ) as next
       order by next.created_at, next.id limit 1
     )
     returning ${CLAIMED}`,
    [
      request.worker,
      leaseMs / 1000,
      request.pools,
      abilities.map(({ kind }) => kind),
      abilities.map(({ mode }) => mode),
      abilities.map(({ longest_side: side }) => side),
      request.capabilities.leaves_no_trace,
      nodeId ?? null,
    ],
  );
  if (job !== undefined) crashPoint('claim.after_commit');
  return job;
}

/** One worker's hold on one job: only the latest attempt of a running job is good for anything. */
export interface LeaseKey {
  readonly jobId: string;
  readonly attempt: number;
}

export const HOLDS_LEASE = `id = $1 and attempt = $2 and state = 'running'`;

/** Extends the lease; false when it was lost. Progress never goes back. */
export async function extendLease(
  database: Database,
  { jobId, attempt }: LeaseKey,
  { progress, stage }: { readonly progress: number; readonly stage: string },
): Promise<boolean> {
  const rows = await database.query(
    `update jobs set lease_until = now() + make_interval(secs => $3), progress = greatest(progress, $4::real),
       stage = $5
     where ${HOLDS_LEASE} and started_at > now() - make_interval(secs => $6) returning id`,
    [jobId, attempt, leaseMs / 1000, progress, stage, ATTEMPT_MAX_SECONDS],
  );
  return rows.length === 1;
}

/** The job as its worker needs it, if the lease is held. */
export async function findClaimedJob(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
): Promise<ClaimedJob | undefined> {
  const [job] = await database.query<ClaimedJob>(`select ${CLAIMED} from jobs where ${HOLDS_LEASE}`, [
    jobId,
    attempt,
  ]);
  return job;
}

/** What a leased job is to deliver. */
export interface LeasedJob {
  readonly pool: Pool;
  readonly width: number;
  readonly height: number;
  readonly heldBy: string | null;
  readonly initImageKey: string | null;
}

/** The job, if the lease is held at this moment; nothing is locked. */
export async function findLeasedJob(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
): Promise<LeasedJob | undefined> {
  const [job] = await database.query<LeasedJob>(
    `select pool, width, height, held_by as "heldBy", init_image_key as "initImageKey"
     from jobs where ${HOLDS_LEASE}`,
    [jobId, attempt],
  );
  return job;
}

/** Gives a lease back unused, as a worker does that is told to stop; it counts as no fault. */
export async function releaseLease(
  database: Database,
  { jobId, attempt }: LeaseKey,
): Promise<Pool | undefined> {
  const [row] = await database.query<{ pool: Pool }>(
    `update jobs set state = 'queued', lease_until = null, worker = null where ${HOLDS_LEASE} returning pool`,
    [jobId, attempt],
  );
  return row?.pool;
}

/** The leases that ended without a heartbeat. */
export async function findExpiredLeases(database: Database, limit: number): Promise<LeaseKey[]> {
  return database.query<LeaseKey>(
    `select id as "jobId", attempt from jobs where state = 'running' and lease_until < now()
     order by lease_until limit $1`,
    [limit],
  );
}
