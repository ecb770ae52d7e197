import { type LeaseRequest, leaseMs, type RenderKind, type VideoMode } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { AGEING } from './virtual-time.ts';
import { capabilitiesToClaim } from './worker-capabilities.ts';

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
 * Claims the job with the lowest sort key among those that fit. One index read for each capability of the worker finds
 * its first and locks it for the length of the statement; a row that another claim has locked is skipped, and jobs that
 * the worker cannot do are not read. Pools are compared by how far each first is behind its pool's virtual time, which
 * then moves to the virtual start of the job; when another claim is moving it, it is left to that one. The database's
 * clock decides leases, so no worker's clock matters. An ephemeral job goes only to a worker that supports zero retention
 * and, unless workers can reach its owning node, asks that node itself: `nodeId`.
 */
export async function claimJob(
  database: Database,
  request: LeaseRequest,
  nodeId?: string,
): Promise<ClaimedJob | undefined> {
  const capabilities = capabilitiesToClaim(request);
  const [job] = await database.query<ClaimedJob>(
    `with first as (
       select next.id from unnest($3::text[], $4::int[]) as can (capability, longest_side), lateral (
         select id, pool, sort_key from jobs
         where state = 'queued' and jobs.capability = can.capability and can.longest_side >= greatest(width, height)
           and (owning_node_id is null or $5 and node_alive_until > now() and (owning_node_id = $6::uuid or relay_url is not null))
         order by sort_key, id limit 1 for update skip locked
       ) as next join queue_clocks on queue_clocks.pool = next.pool
       order by next.sort_key - virtual_time - extract(epoch from now() - queue_clocks.at)::float8 * $7, next.id
       limit 1
     ), claimed as (
       update jobs set state = 'running', attempt = attempt + 1, worker = $1, started_at = now(), progress = 0,
         stage = null, lease_until = now() + make_interval(secs => $2)
       where id = (select id from first) returning *
     ), behind as (
       select queue_clocks.pool, virtual_start from claimed join queue_clocks on queue_clocks.pool = claimed.pool
       where virtual_start > virtual_time + extract(epoch from now() - at)::float8 * $7
       for update of queue_clocks skip locked
     ), moved as (
       update queue_clocks set virtual_time = virtual_start, at = now() from behind where queue_clocks.pool = behind.pool
     )
     select ${CLAIMED} from claimed`,
    [
      request.worker,
      leaseMs / 1000,
      capabilities.map(({ capability }) => capability),
      capabilities.map(({ longestSide }) => longestSide),
      request.capabilities.leaves_no_trace,
      nodeId ?? null,
      AGEING,
    ],
  );
  if (job !== undefined) crashPoint('claim.after_commit');
  return job;
}
