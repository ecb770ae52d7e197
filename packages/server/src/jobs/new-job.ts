import type { JobType, Pool, RenderKind, Tier, VideoMode } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { NODE_ALIVE_SECONDS } from './ephemeral-jobs.ts';
import type { OwningNode } from './owning-node.ts';
import type { Priority, VirtualTimes } from './virtual-time.ts';

/** A job as it is accepted. */
export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly pool: Pool;
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Null for an ephemeral job. */
  readonly prompt: string | null;
  /** What the engine is told instead; null when that is the prompt itself, and for an ephemeral job. */
  readonly preparedPrompt: string | null;
  readonly seed: number;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly initImageKey: string | null;
  readonly owningNode: OwningNode | null;
  /** These are null for a job of the v1 interface. */
  readonly type: JobType | null;
  readonly tier: Tier | null;
  readonly assetId: string | null;
  /** Seven hexadecimal digits; null for a clip. */
  readonly markTag: string | null;
  readonly priority: Priority;
  readonly virtualTimes: VirtualTimes;
}

export async function insertJobs(tx: Queryable, jobs: readonly NewJob[], at: Date): Promise<void> {
  await tx.query(
    `insert into jobs (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound,
       init_image_key, owning_node_id, relay_url, prepared_prompt, mark_tag,
       priority, sort_key, virtual_start, service_cost, type, tier, asset_id, created_at, node_alive_until)
     select *, $21::timestamptz, case when owning_node_id is not null then now() + make_interval(secs => $22) end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
       $6::text[], $7::int[], $8::int[], $9::int[], $10::int[], $11::bool[], $12::text[], $13::uuid[], $14::text[], $15::text[],
       $16::text[], $17::smallint[], $18::float8[], $19::float8[], $20::real[], $23::text[], $24::text[], $25::uuid[])
       as job (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound, init_image_key,
         owning_node_id, relay_url, prepared_prompt, mark_tag, priority, sort_key, virtual_start, service_cost,
         type, tier, asset_id)`,
    [
      jobs.map((job) => job.id),
      jobs.map((job) => job.accountId),
      jobs.map((job) => job.pool),
      jobs.map((job) => job.kind),
      jobs.map((job) => job.mode),
      jobs.map((job) => job.prompt),
      jobs.map((job) => job.seed),
      jobs.map((job) => job.width),
      jobs.map((job) => job.height),
      jobs.map((job) => job.frames),
      jobs.map((job) => job.sound),
      jobs.map((job) => job.initImageKey),
      jobs.map((job) => job.owningNode?.id ?? null),
      jobs.map((job) => job.owningNode?.relayUrl ?? null),
      jobs.map((job) => job.preparedPrompt),
      jobs.map((job) => job.markTag),
      jobs.map((job) => job.priority),
      jobs.map((job) => job.virtualTimes.sortKey),
      jobs.map((job) => job.virtualTimes.virtualStart),
      jobs.map((job) => job.virtualTimes.serviceCost),
      at,
      NODE_ALIVE_SECONDS,
      jobs.map((job) => job.type),
      jobs.map((job) => job.tier),
      jobs.map((job) => job.assetId),
    ],
  );
}
