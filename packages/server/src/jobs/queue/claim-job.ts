import { setTimeout as pause } from 'node:timers/promises';
import { type LeaseRequest, leaseMs, type RenderKind, type VideoMode } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { capabilitiesToClaim } from '../capacity/worker-capabilities.ts';
import { AGEING } from './virtual-time.ts';

/** A job as its worker needs it. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Null for an ephemeral job, whose prompt its owning node knows. */
  readonly prompt: string | null;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly owningNodeId: string | null;
  readonly relayUrl: string | null;
  readonly markTag: string | null;
}

/** The columns of a `ClaimedJob`. */
export const CLAIMED = `id, attempt, kind, mode, coalesce(prepared_prompt, prompt) as prompt, seed, width, height,
  frames, sound, owning_node_id as "owningNodeId", relay_url as "relayUrl", mark_tag as "markTag"`;

/**
 * The first queued job that fits a capability `can` of the worker; $1 to $4 are those of `fitting`. An ephemeral job
 * goes only to a worker that supports zero retention and, unless workers can reach its owning node, calls that node
 * itself.
 */
const FIRST_FITTING = `from jobs
  where state = 'queued' and jobs.capability = can.capability and can.longest_side >= greatest(width, height)
    and (owning_node_id is null
      or $3 and node_alive_until > now() and (owning_node_id = $4::uuid or relay_url is not null))
  order by sort_key, id limit 1`;
const CAPABILITIES = 'unnest($1::text[], $2::int[]) as can (capability, longest_side)';

/** A claim that found only locked jobs tries again after each of these: most locks last for one commit. */
const LOCKED_PAUSES_MS = [10, 20, 40, 80, 160];

/**
 * Claims the job with the lowest sort key among those that fit the request of a worker that calls the server `nodeId`.
 * Returns undefined when there is none, or when all of them stayed locked for some 300 ms.
 */
export async function claimJob(
  database: Database,
  request: LeaseRequest,
  nodeId?: string,
): Promise<ClaimedJob | undefined> {
  const capabilities = capabilitiesToClaim(request);
  const fitting = [
    capabilities.map(({ capability }) => capability),
    capabilities.map(({ longestSide }) => longestSide),
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
 * One index read for each capability of the worker finds its first job and locks it for the length of the statement; a
 * locked row is skipped, and jobs that the worker cannot do are not read. Pools are compared by how far each first is
 * behind its pool's virtual time, which then moves to the virtual start of the job; when another claim is moving it, it
 * is left to that one. The database's clock decides leases, so no worker's clock matters.
 */
async function claimUnlocked(
  database: Database,
  worker: string,
  fitting: readonly unknown[],
): Promise<ClaimedJob | undefined> {
  const [job] = await database.query<ClaimedJob>(
    `with first as (
       select next.id from ${CAPABILITIES}, lateral (
         select id, pool, sort_key ${FIRST_FITTING} for update skip locked
       ) as next join queue_clocks on queue_clocks.pool = next.pool
       order by next.sort_key - virtual_time - extract(epoch from now() - queue_clocks.at)::float8 * $7, next.id
       limit 1
     ), claimed as (
       update jobs set state = 'running', attempt = attempt + 1, worker = $5, started_at = now(), progress = 0,
         stage = null, lease_until = now() + make_interval(secs => $6)
       where id = (select id from first) returning *
     ), behind as (
       select queue_clocks.pool, virtual_start from claimed join queue_clocks on queue_clocks.pool = claimed.pool
       where virtual_start > virtual_time + extract(epoch from now() - at)::float8 * $7
       for update of queue_clocks skip locked
     ), moved as (
       update queue_clocks set virtual_time = virtual_start, at = now() from behind where queue_clocks.pool = behind.pool
     )
     select ${CLAIMED} from claimed`,
    [...fitting, worker, leaseMs / 1000, AGEING],
  );
  return job;
}

/** Whether a job that fits is queued, locked or not. */
async function isFittingQueued(database: Database, fitting: readonly unknown[]): Promise<boolean> {
  const rows = await database.query(
    `select from ${CAPABILITIES}, lateral (select ${FIRST_FITTING}) as next limit 1`,
    fitting,
  );
  return rows.length > 0;
}
