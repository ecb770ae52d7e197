import { setTimeout as pause } from 'node:timers/promises';
import { type LeaseRequest, leaseMs, type Pool, type RenderKind, type VideoMode } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { AGEING } from './turns.ts';
import { abilitiesToClaim } from './worker-abilities.ts';

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
 * The first queued job that fits an ability `can` of the worker; $1 to $4 are those of `fitting`. A held job goes
 * only to a worker that keeps nothing and, unless its holder can be reached at an address, calls the holder itself.
 */
const FIRST_FITTING = `from jobs
  where state = 'queued' and jobs.ability = can.ability and can.longest_side >= greatest(width, height)
    and (held_by is null or $3 and held_until > now() and (held_by = $4::uuid or relay_url is not null))
  order by turn, id limit 1`;
const ABILITIES = 'unnest($1::text[], $2::int[]) as can (ability, longest_side)';

/** A claim that found only locked jobs looks again after each of these: most locks last for one commit. */
const LOCKED_PAUSES_MS = [10, 20, 40, 80, 160];

/**
 * Claims the job whose turn it is among those that fit the request of a worker that calls the server `nodeId`;
 * undefined when there is none, or when all of them stayed locked for some 300 ms.
 */
export async function claimJob(
  database: Database,
  request: LeaseRequest,
  nodeId?: string,
): Promise<ClaimedJob | undefined> {
  const abilities = abilitiesToClaim(request);
  const fitting = [
    abilities.map(({ ability }) => ability),
    abilities.map(({ longestSide }) => longestSide),
    request.capabilities.leaves_no_trace,
    nodeId ?? null,
  ];
  let job = await claimUnlocked(database, request.worker, fitting);
  for (const pauseMs of LOCKED_PAUSES_MS) {
    if (job !== undefined || !(await isFittingQueued(database, fitting))) break;
    await pause(pauseMs);
    job = await claimUnlocked(database, request.worker, fitting);
  }
  if (job !== undefined) crashPoint('claim.after_commit');
  return job;
}

/**
 * One index read for each ability of the worker finds its first job and locks it for the length of the statement; a
 * locked row is passed over, and jobs that the worker cannot do are not read. Pools are compared by how far each
 * first is behind its pool's clock. The clock follows the turn; when another claim is moving it, it is left to that
 * one. The database's clock decides leases, so no worker's clock matters.
 */
async function claimUnlocked(
  database: Database,
  worker: string,
  fitting: readonly unknown[],
): Promise<ClaimedJob | undefined> {
  const [job] = await database.query<ClaimedJob>(
    `with first as (
       select next.id from ${ABILITIES}, lateral (
         select id, pool, turn ${FIRST_FITTING} for update skip locked
       ) as next join queue_clocks on queue_clocks.pool = next.pool
       order by next.turn - queue_clocks.turn - extract(epoch from now() - queue_clocks.at)::float8 * $7, next.id
       limit 1
     ), claimed as (
       update jobs set state = 'running', attempt = attempt + 1, worker = $5, started_at = now(), progress = 0,
         stage = null, lease_until = now() + make_interval(secs => $6)
       where id = (select id from first) returning *
     ), behind as (
       select queue_clocks.pool, turn_start from claimed join queue_clocks on queue_clocks.pool = claimed.pool
       where turn_start > queue_clocks.turn + extract(epoch from now() - at)::float8 * $7
       for update of queue_clocks skip locked
     ), moved as (
       update queue_clocks set turn = turn_start, at = now() from behind where queue_clocks.pool = behind.pool
     )
     select ${CLAIMED} from claimed`,
    [...fitting, worker, leaseMs / 1000, AGEING],
  );
  return job;
}

/** Whether a job that fits is queued, locked or not. */
async function isFittingQueued(database: Database, fitting: readonly unknown[]): Promise<boolean> {
  const rows = await database.query(
    `select from ${ABILITIES}, lateral (select ${FIRST_FITTING}) as next limit 1`,
    fitting,
  );
  return rows.length > 0;
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
