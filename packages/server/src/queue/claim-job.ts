import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type LeaseRequest, leaseMs, modelOf, type RenderOperation } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Left, Yields, YieldsOf } from './fill-first.ts';
import { AGEING, V1_TIER } from './virtual-time.ts';
import { capabilitiesToClaim } from './waiting-lines.ts';

/** What the worker of a job needs to render it. */
export interface ClaimedJob {
  readonly id: string;
  readonly attempt: number;
  readonly operation: RenderOperation;
  readonly model: string;
  /** Null for an ephemeral job, whose prompt only its owning node has. */
  readonly prompt: string | null;
  /** Null for a job without one, and for an ephemeral job. */
  readonly negativePrompt: string | null;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  /** The frame rate that was sold; null for an image. */
  readonly framesPerSecond: number | null;
  readonly sound: boolean;
  readonly owningNodeId: string | null;
  readonly relayUrl: string | null;
  readonly watermarkTag: string | null;
  /** Null for a job that is not traced. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

/** The request of a worker for a lease, and the token it was sent with. */
export interface ClaimRequest extends LeaseRequest {
  /** Null for the shared token, the default. */
  readonly tokenId?: string | null;
  /** What it leaves to workers that are filled before it. */
  readonly yields?: Yields | undefined;
}

/** A job with the secret that every further call for its lease needs; only its hash is stored. */
export interface NewLease extends ClaimedJob {
  readonly secret: string;
}

/** The columns of a `ClaimedJob`, of its row of open_jobs as `open` and that of jobs. */
export const CLAIMED = `id, open.attempt, jobs.operation, jobs.model, coalesce(prepared_prompt, prompt) as prompt,
  negative_prompt as "negativePrompt", seed, jobs.width, jobs.height, jobs.frames, frames_per_second as "framesPerSecond", sound, jobs.owning_node_id as "owningNodeId", relay_url as "relayUrl",
  mark_tag as "watermarkTag", traceparent, jobs.created_at as "createdAt"`;

/**
 * The first queued jobs that match a capability `can` of the worker, in order; $1 to $9 are those of `criteria`. One that another
 * worker has failed is left to none. An ephemeral job matches only a worker that supports zero retention and, unless workers can reach its owning node,
 * calls that node. One CASE, because PostgreSQL expects each condition by itself to leave few jobs, and then sorts them instead
 * of reading the first of the index.
 */
const FIRST_MATCHES = `from open_jobs
  where waits_for = can.capability and case
      when can.longest_side < greatest(width, height) or (needs_negative_prompt and not can.negative_prompt) or id = any($5::uuid[]) then false
      when id <> $6::uuid then false
      when attempt = 0 and created_at > case when owning_node_id is null then can.stored_before else can.ephemeral_before end then false
      when owning_node_id is null then true
      else $3 and node_alive_until > now() and (owning_node_id = $4::uuid or relay_url is not null)
    end
  order by sort_key, id`;
const CAPABILITIES = `unnest($1::text[], $2::int[], $7::timestamptz[], $8::timestamptz[], $9::bool[])
  as can (capability, longest_side, stored_before, ephemeral_before, negative_prompt)`;

/** A claim that found only locked jobs is retried after each of these: most locks last for one commit. */
const LOCKED_PAUSES_MS = [10, 20, 40, 80, 160];
/** The maximum of one statement. */
const MAX_CLAIMS = 16;

export type ClaimJob = (request: ClaimRequest) => Promise<NewLease | undefined>;

/**
 * Claims jobs for the workers that call the server `nodeId`, as `claimJob` does. Requests that arrive during a claim
 * share the next statement if they match the same jobs of one pool. A worker in both pools claims alone: which pool
 * is behind its virtual time changes with each claim. So does one that tries its renderer.
 */
export function createClaimJob(
  database: Database,
  nodeId: string,
  loadedFirstSeconds = 0,
  yieldsOf?: YieldsOf,
): ClaimJob {
  const claimTogether = coalesce(
    async (requests: readonly ClaimRequest[]) => {
      const alike = Map.groupBy(requests.keys(), (at) => {
        const request = requests[at] as ClaimRequest;
        return request.pools.length > 1 || request.probe === true
          ? at
          : JSON.stringify([criteriaOf(request, nodeId), request.loaded]);
      });
      const claims: Promise<NewLease | undefined>[] = [];
      for (const places of alike.values()) {
        const group = places.map((at) => requests[at] as ClaimRequest);
        const claimed = claimUnlocked(database, group, nodeId, loadedFirstSeconds);
        for (const [index, at] of places.entries()) claims[at] = claimed.then((jobs) => jobs[index]);
      }
      await Promise.allSettled(claims);
      return claims;
    },
    { maxBatch: MAX_CLAIMS },
  );
  return async (request) =>
    claimUntilUnlocked(database, { ...request, yields: await yieldsOf?.(request) }, nodeId, claimTogether);
}

/**
 * Claims the job with the lowest sort key among those that match the request of a worker that calls the server
 * `nodeId`. Returns undefined when there is none, or when all of them stayed locked for some 300 ms.
 */
export function claimJob(
  database: Database,
  request: ClaimRequest,
  nodeId?: string,
  loadedFirstSeconds = 0,
): Promise<NewLease | undefined> {
  return claimUntilUnlocked(database, request, nodeId, async () => {
    const [job] = await claimUnlocked(database, [request], nodeId, loadedFirstSeconds);
    return job;
  });
}

/** Which jobs match a request, or which one, as parameters $1 to $9. */
function criteriaOf(
  request: ClaimRequest,
  nodeId: string | undefined,
  only: string | null = null,
): readonly unknown[] {
  const capabilities = capabilitiesToClaim(request);
  const { before, lines } = request.yields ?? { before: undefined, lines: new Map<string, Left>() };
  const acceptedBefore = (left: readonly Left[]) =>
    capabilities.map(({ capability }) => {
      const isLeft = left.some((each) => each === lines.get(capability));
      return isLeft ? before?.toISOString() : 'infinity';
    });
  return [
    capabilities.map(({ capability }) => capability),
    capabilities.map(({ longestSide }) => longestSide),
    request.capabilities.zero_retention,
    nodeId ?? null,
    request.failed ?? [],
    only,
    acceptedBefore(['all', 'stored']),
    acceptedBefore(['all']),
    capabilities.map(({ negativePrompt }) => negativePrompt),
  ];
}

/** So many jobs in front are compared for one to try a renderer with. */
const PROBED_JOBS = 50;

/** Finds, of the first jobs that match, the one that costs the least to render. */
async function findCheapest(database: Database, criteria: readonly unknown[]): Promise<string | undefined> {
  const [job] = await database.query<{ id: string }>(
    `select next.id from ${CAPABILITIES}, lateral (
       select id, sort_key, width::float8 * height * coalesce(frames, 1) as pixels ${FIRST_MATCHES} limit ${PROBED_JOBS}
     ) as next order by pixels, sort_key limit 1`,
    criteria,
  );
  return job?.id;
}

async function claimUntilUnlocked(
  database: Database,
  request: ClaimRequest,
  nodeId: string | undefined,
  claim: ClaimJob,
): Promise<NewLease | undefined> {
  let job = await claim(request);
  for (const pauseMs of LOCKED_PAUSES_MS) {
    if (job !== undefined || !(await isMatchQueued(database, criteriaOf(request, nodeId)))) break;
    await pause(pauseMs);
    job = await claim(request);
  }
  if (job !== undefined) crashPoint('claim.after_commit');
  return job;
}

/**
 * Claims a job for each of the requests, all of which match the same jobs, as long as there are any; the results are in
 * their order. One index read for each capability of the worker finds its first jobs and locks them for the length of
 * the statement; locked rows are skipped, and jobs that the worker cannot render are not read. Pools are compared by
 * how far their first job is behind the pool's virtual time. A job whose model is loaded comes before the first one of
 * its class, until that one was passed over for `loadedFirstSeconds`. Then locks the pool's row in `queue_clocks` and advances
 * its virtual time to the latest virtual start claimed; skipped while another claim has that lock. Leases use the
 * database's clock, so the clocks of workers do not matter. A job that is handed ahead stays queued. A token that was revoked while its worker waited claims
 * nothing.
 */
async function claimUnlocked(
  database: Database,
  requests: readonly ClaimRequest[],
  nodeId: string | undefined,
  loadedFirstSeconds: number,
): Promise<readonly (NewLease | undefined)[]> {
  const [request] = requests as readonly [ClaimRequest];
  let criteria = criteriaOf(request, nodeId);
  if (request.probe === true) {
    const cheapest = await findCheapest(database, criteria);
    if (cheapest === undefined) return [undefined];
    criteria = criteriaOf(request, nodeId, cheapest);
  }
  const secrets = requests.map(() => randomBytes(32).toString('base64url'));
  const jobs = await database.query<ClaimedJob & { readonly place: number }>(
    `with matching as (
       select next.*, row_number() over in_order as turn, first_value(class) over in_order as first_class,
         first_value(passed_at) over in_order as first_passed_at
       from ${CAPABILITIES}, lateral (
         select id, pool, sort_key, passed_at, coalesce(tier, '${V1_TIER}') as class, starts_with(waits_for, $16) as is_loaded
         ${FIRST_MATCHES} limit cardinality($10::text[]) for update skip locked
       ) as next join queue_clocks on queue_clocks.pool = next.pool
       window in_order as (
         order by next.sort_key - virtual_time - extract(epoch from now() - queue_clocks.at)::float8 * $12, next.id
       )
     ), first as (
       select id, turn, row_number() over (order by coalesce(is_loaded and class = first_class
           and coalesce(first_passed_at, now()) > now() - make_interval(secs => $17), false) desc, turn) as place
       from matching
     ), taken as (
       select first.id, taker.*
       from unnest($10::text[], $13::bytea[], $14::uuid[], $15::text[])
         with ordinality as taker (worker, secret_hash, token_id, state, place)
         join first using (place)
       where token_id is null or exists (select from worker_tokens where id = token_id and revoked_at is null)
     ), claimed as (
       update open_jobs set state = taken.state, attempt = attempt + 1, worker = taken.worker, started_at = now(), progress = 0,
         progress_at = null, stage = null, lease_until = now() + make_interval(secs => $11),
         lease_secret_hash = taken.secret_hash, worker_token_id = taken.token_id, signed_digest = null
       from taken where open_jobs.id = taken.id
       returning open_jobs.*, place
     ), passed as (
       update open_jobs set passed_at = now()
       where passed_at is null and id = (select id from first where turn = 1 and id not in (select id from taken))
     ), behind as (
       select queue_clocks.pool, latest.virtual_start
       from (select pool, max(virtual_start) as virtual_start from claimed group by pool) as latest
         join queue_clocks on queue_clocks.pool = latest.pool
       where latest.virtual_start > virtual_time + extract(epoch from now() - at)::float8 * $12
       for update of queue_clocks skip locked
     ), moved as (
       update queue_clocks set virtual_time = virtual_start, at = now() from behind where queue_clocks.pool = behind.pool
     )
     select place, ${CLAIMED} from claimed as open join jobs using (id)`,
    [
      ...criteria,
      requests.map(({ worker }) => worker),
      leaseMs / 1000,
      AGEING,
      secrets.map(sha256),
      requests.map(({ tokenId = null }) => tokenId),
      requests.map(({ ahead = false }) => (ahead ? 'queued' : 'running')),
      loadedIn(requests),
      loadedFirstSeconds,
    ],
  );
  const claimed = new Map(jobs.map(({ place, ...job }) => [place, job]));
  return secrets.map((secret, at) => {
    const job = claimed.get(at + 1);
    return job && { ...job, secret };
  });
}

/** What the value of `waits_for` begins with for the model that these workers have loaded; null if none has. */
function loadedIn([request]: readonly ClaimRequest[]): string | null {
  return request?.loaded === undefined ? null : modelOf(request.loaded);
}

/** Whether a matching job is queued, locked or not. */
async function isMatchQueued(database: Database, criteria: readonly unknown[]): Promise<boolean> {
  const rows = await database.query(
    `select from ${CAPABILITIES}, lateral (select ${FIRST_MATCHES} limit 1) as next limit 1`,
    criteria,
  );
  return rows.length > 0;
}
