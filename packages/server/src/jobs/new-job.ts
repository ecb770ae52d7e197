import type { Pool, RenderKind, VideoMode } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { HELD_SECONDS, type Holder } from './held-jobs.ts';

/** A job as it is accepted. */
export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly pool: Pool;
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Null for a held job. */
  readonly prompt: string | null;
  /** What the engine is told instead; null when that is the prompt itself, and for a held job. */
  readonly preparedPrompt: string | null;
  readonly seed: number;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly initImageKey: string | null;
  readonly holder: Holder | null;
  /** Seven hexadecimal digits; null for a clip. */
  readonly markTag: string | null;
}

export async function insertJobs(tx: Queryable, jobs: readonly NewJob[], at: Date): Promise<void> {
  await tx.query(
    `insert into jobs (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound,
       init_image_key, held_by, relay_url, prepared_prompt, mark_tag, created_at, held_until)
     select *, $17::timestamptz, case when held_by is not null then now() + make_interval(secs => $18) end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
       $6::text[], $7::int[], $8::int[], $9::int[], $10::int[], $11::bool[], $12::text[], $13::uuid[], $14::text[], $15::text[],
       $16::text[])
       as job (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound, init_image_key,
         held_by, relay_url, prepared_prompt, mark_tag)`,
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
      jobs.map((job) => job.holder?.id ?? null),
      jobs.map((job) => job.holder?.relayUrl ?? null),
      jobs.map((job) => job.preparedPrompt),
      jobs.map((job) => job.markTag),
      at,
      HELD_SECONDS,
    ],
  );
}
