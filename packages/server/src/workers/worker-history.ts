import type { RendererTime, Trouble, WorkerCapability } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { NO_TIME, sumOfMinutes } from './renderer-time.ts';
import { HEALTHY_SECONDS, LAST_SEEN, RENDERED_JOBS, WORKERS_AND_LEASES } from './worker-health.ts';

/** A worker with what it did in the last day. */
export interface WorkerHistory {
  readonly name: string;
  readonly state: 'healthy' | 'troubled' | 'silent' | 'stopped';
  /** Why it takes no jobs, or took none when it was last seen. */
  readonly trouble: (Trouble & { readonly since: string }) | null;
  readonly seenAt: Date;
  readonly pools: readonly string[];
  readonly capabilities: readonly WorkerCapability[];
  readonly engine: string;
  readonly engineVersion: string;
  readonly gpu: string;
  readonly vramFreeGb: number;
  readonly zeroRetention: boolean;
  readonly running: number;
  readonly queueSize: number;
  /** The name of its own token; null for the shared one. */
  readonly token: string | null;
  readonly completed: number;
  readonly blocked: number;
  readonly faults: number;
  readonly lost: number;
  /** What its renderers did, in milliseconds. */
  readonly rendererOfTenMinutes: RendererTime;
  readonly rendererOfDay: RendererTime;
}

const DAY_MS = 86_400_000;
const TEN_MINUTES_MS = 600_000;

/** The workers that were seen within a day of the database's clock, the healthy ones first, at most `limit`. */
export async function listWorkerHistory(db: Queryable, at: Date, limit: number): Promise<WorkerHistory[]> {
  return db.query<WorkerHistory>(
    `with counted as (
       select worker, token_id, sum(completed) as completed, sum(blocked) as blocked, sum(faults) as faults,
         sum(lost) as lost, ${sumOfMinutes('minute > $4')} as ten_minutes, ${sumOfMinutes('true')} as day
       from worker_minutes where minute > $2 group by worker, token_id
     ), seen as (
       select workers.*, ${RENDERED_JOBS} as running, ${LAST_SEEN} as last_seen,
         case when stopped_at is not null then 'stopped'
           when ${LAST_SEEN} <= now() - make_interval(secs => $1) then 'silent'
           when trouble is not null then 'troubled' else 'healthy' end as state,
         case when trouble is not null
           then jsonb_build_object('kind', trouble_kind, 'sentence', trouble, 'since', trouble_since) end as its_trouble
       from ${WORKERS_AND_LEASES}
     )
     select seen.name, state, its_trouble as trouble, least(last_seen, now()) as "seenAt", pools, capabilities, engine, engine_version as "engineVersion", gpu,
       vram_free_gb as "vramFreeGb", supports_zero_retention as "zeroRetention", running,
       queue_size as "queueSize", worker_tokens.name as token, coalesce(completed, 0)::int as completed,
       coalesce(blocked, 0)::int as blocked, coalesce(faults, 0)::int as faults, coalesce(lost, 0)::int as lost,
       coalesce(ten_minutes, $5) as "rendererOfTenMinutes", coalesce(day, $5) as "rendererOfDay"
     from seen left join counted on worker = seen.name and counted.token_id is not distinct from seen.token_id
       left join worker_tokens on worker_tokens.id = seen.token_id
     where last_seen > now() - interval '1 day'
     order by array_position(array['healthy', 'troubled', 'silent', 'stopped']::text[], state), seen.name, token limit $3`,
    [
      HEALTHY_SECONDS,
      new Date(at.getTime() - DAY_MS),
      limit,
      new Date(at.getTime() - TEN_MINUTES_MS),
      JSON.stringify(NO_TIME),
    ],
  );
}
