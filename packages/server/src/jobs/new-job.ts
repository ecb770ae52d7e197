import type { Pool, VideoMode } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

/** A job as it is accepted. */
export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly pool: Pool;
  readonly kind: 'image' | 'video';
  readonly mode: VideoMode | null;
  readonly prompt: string;
  readonly seed: number;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
  readonly initImageKey: string | null;
}

export async function insertJobs(tx: Queryable, jobs: readonly NewJob[], at: Date): Promise<void> {
  await tx.query(
    `insert into jobs (id, account_id, pool, kind, mode, prompt, seed, width, height, frames, sound,
       init_image_key, created_at)
     select *, $13::timestamptz from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[],
       $6::text[], $7::int[], $8::int[], $9::int[], $10::int[], $11::bool[], $12::text[])`,
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
      at,
    ],
  );
}
