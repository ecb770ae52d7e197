import type { Database } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import type { MemoryBlobs } from '../storage/memory.ts';
import type { JobState } from './job-state.ts';

/**
 * The jobs whose callers wait on this server's connections for the bytes themselves (zero retention). What a caller
 * sent and gets lives in `content` here and nowhere else; the database knows that the job exists and what it costs.
 */
export interface HeldJobs {
  /** How new jobs are marked as held by this server. */
  readonly holder: Holder;
  /** False when this server holds as many as it can. */
  hold(jobId: string, content: HeldContent): boolean;
  find(jobId: string): HeldContent | undefined;
  /** How the job ends; `gone` when this server stops first. */
  ended(jobId: string): Promise<HeldEnd>;
  /** A worker's result was accepted; it lies among the blobs under `artifactKey`. */
  deliver(jobId: string, artifactKey: string): void;
  /** Forgets everything about the job. */
  release(jobId: string): void;
  close(): Promise<void>;
}

export interface Holder {
  readonly id: string;
  /** Null when only workers of this server may take its held jobs. */
  readonly relayUrl: string | null;
}

type HeldEnd =
  | { readonly state: 'completed'; readonly artifactKey: string }
  | { readonly state: 'failed' }
  | { readonly state: 'gone' }
  | { readonly state: 'blocked'; readonly reason: string; readonly category: string };

/** What a caller sent, and in `blobs` the picture that came with it and what a worker delivers. */
interface HeldContent {
  readonly prompt: string;
  readonly blobs: MemoryBlobs;
}

interface Held {
  readonly content: HeldContent;
  readonly end: PromiseWithResolvers<HeldEnd>;
}

/** Each may hold an uploaded picture and a clip. */
const MAX_HELD = 32;
const PULSE_MS = 500;
/** How long the database believes a server that shows no sign of life. */
export const HELD_SECONDS = 20;

export function createHeldJobs(
  database: Database,
  relayUrl: string | null,
  onError: (error: unknown) => void,
): HeldJobs {
  const holder = { id: newId(), relayUrl };
  const held = new Map<string, Held>();
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (held.size === 0) return;
    round ??= pulse()
      .catch(onError)
      .finally(() => {
        round = undefined;
      });
  }, PULSE_MS);
  timer.unref();

  /** Says that we are alive, and learns which jobs ended on another server or without a result. */
  async function pulse(): Promise<void> {
    const jobs = await database.query<EndedRow>(
      `with alive as (
         update jobs set held_until = now() + make_interval(secs => $2)
         where id = any($1::uuid[]) and held_by = $3 and ended_at is null returning id
       )
       select id, state, error, block_category as category from jobs
       where id = any($1::uuid[]) and ended_at is not null`,
      [[...held.keys()], HELD_SECONDS, holder.id],
    );
    for (const job of jobs) {
      // A completed one is on its way here with its bytes.
      if (job.state !== 'completed') held.get(job.id)?.end.resolve(endOf(job));
    }
  }

  return {
    holder,
    hold(jobId, content) {
      if (held.size >= MAX_HELD) return false;
      held.set(jobId, { content, end: Promise.withResolvers() });
      return true;
    },
    find: (jobId) => held.get(jobId)?.content,
    async ended(jobId) {
      return (await held.get(jobId)?.end.promise) ?? { state: 'gone' };
    },
    deliver: (jobId, artifactKey) => held.get(jobId)?.end.resolve({ state: 'completed', artifactKey }),
    release: (jobId) => void held.delete(jobId),
    async close() {
      clearInterval(timer);
      for (const { end } of held.values()) end.resolve({ state: 'gone' });
      await round;
    },
  };
}

interface EndedRow {
  readonly id: string;
  readonly state: JobState;
  readonly error: string | null;
  readonly category: string | null;
}

function endOf({ state, error, category }: EndedRow): HeldEnd {
  if (state !== 'blocked') return { state: 'failed' };
  return { state, reason: error ?? 'The safety check stopped the result.', category: category ?? 'other' };
}
