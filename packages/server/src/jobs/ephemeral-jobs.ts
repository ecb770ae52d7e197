import type { Database } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import type { MemoryBlobs } from '../storage/memory-blobs.ts';
import type { JobState } from './job-state.ts';
import type { OwningNode } from './owning-node.ts';

/**
 * The ephemeral jobs of this server, which is their owning node: their callers wait on its connections for the bytes
 * themselves (zero retention). Prompt, upload and result are in its memory and nowhere else; the database records
 * only that the job exists and what it costs.
 */
export interface EphemeralJobs {
  /** This server. */
  readonly node: OwningNode;
  /** Keeps the job in memory; false when this server has no room for another, or keeps no more. */
  keep(jobId: string, content: EphemeralContent): boolean;
  find(jobId: string): EphemeralContent | undefined;
  /** Resolves when the job ends; `gone` when this server stops first. */
  ended(jobId: string): Promise<EphemeralEnd>;
  /** Ends the job as completed; its result is among the blobs under `artifactKey`. */
  deliver(jobId: string, artifactKey: string): void;
  /** For a completion whose outcome is unknown: delivers once the database says that the job is completed. */
  deliverIfCompleted(jobId: string, artifactKey: string): void;
  /** Removes the job from memory. */
  forget(jobId: string): void;
  /** Resolves when there is no job, or after `limitMs`. For the second half of that time, new jobs are refused. */
  finish(limitMs: number): Promise<void>;
  close(): Promise<void>;
}

type EphemeralEnd =
  | { readonly state: 'completed'; readonly artifactKey: string }
  | { readonly state: 'failed' }
  | { readonly state: 'gone' }
  | { readonly state: 'blocked'; readonly category: string };

/** The prompt of a job; `blobs` has its uploaded image and what a worker delivers. */
interface EphemeralContent {
  readonly prompt: string;
  readonly blobs: MemoryBlobs;
}

interface EphemeralJob {
  readonly content: EphemeralContent;
  readonly end: PromiseWithResolvers<EphemeralEnd>;
  /** Of a completion whose outcome is unknown. */
  artifactKey?: string;
}

/** A limit on memory: each may have an uploaded image and a video. */
const MAX_JOBS = 32;
const HEARTBEAT_MS = 500;
const FINISH_POLL_MS = 50;
/** How long a node is considered alive after its last heartbeat. */
export const NODE_ALIVE_SECONDS = 20;

export function createEphemeralJobs(
  database: Database,
  relayUrl: string | null,
  onError: (error: unknown) => void,
): EphemeralJobs {
  const node = { id: newId(), relayUrl };
  const jobs = new Map<string, EphemeralJob>();
  let round: Promise<void> | undefined;
  let keepsNew = true;
  const timer = setInterval(() => {
    if (jobs.size === 0) return;
    round ??= heartbeat()
      .catch(onError)
      .finally(() => {
        round = undefined;
      });
  }, HEARTBEAT_MS);
  timer.unref();

  /** Records that this node is alive, and reads which jobs another server has ended. */
  async function heartbeat(): Promise<void> {
    const ended = await database.query<EndedRow>(
      `with alive as (
         update open_jobs set node_alive_until = now() + make_interval(secs => $2)
         where id = any($1::uuid[]) and owning_node_id = $3 returning id
       )
       select id, state, block_category as category from jobs
       where id = any($1::uuid[]) and ended_at is not null`,
      [[...jobs.keys()], NODE_ALIVE_SECONDS, node.id],
    );
    for (const row of ended) {
      const job = jobs.get(row.id);
      if (row.state !== 'completed') job?.end.resolve(endOf(row));
      // Otherwise `deliver` is about to end it.
      else if (job?.artifactKey !== undefined) deliver(row.id, job.artifactKey);
    }
  }

  function deliver(jobId: string, artifactKey: string): void {
    jobs.get(jobId)?.end.resolve({ state: 'completed', artifactKey });
  }

  return {
    node,
    keep(jobId, content) {
      if (jobs.size >= MAX_JOBS || !keepsNew) return false;
      jobs.set(jobId, { content, end: Promise.withResolvers() });
      return true;
    },
    find: (jobId) => jobs.get(jobId)?.content,
    async ended(jobId) {
      return (await jobs.get(jobId)?.end.promise) ?? { state: 'gone' };
    },
    deliver,
    deliverIfCompleted(jobId, artifactKey) {
      const job = jobs.get(jobId);
      if (job !== undefined) job.artifactKey = artifactKey;
    },
    forget: (jobId) => void jobs.delete(jobId),
    async finish(limitMs) {
      const start = performance.now();
      for (let waited = 0; jobs.size > 0 && waited < limitMs; waited = performance.now() - start) {
        keepsNew = waited < limitMs / 2;
        await new Promise((resolve) => setTimeout(resolve, FINISH_POLL_MS));
      }
    },
    async close() {
      keepsNew = false;
      clearInterval(timer);
      for (const { end } of jobs.values()) end.resolve({ state: 'gone' });
      await round;
    },
  };
}

interface EndedRow {
  readonly id: string;
  readonly state: JobState;
  readonly category: string | null;
}

function endOf({ state, category }: EndedRow): EphemeralEnd {
  if (state !== 'blocked') return { state: 'failed' };
  return { state, category: category ?? 'other' };
}
