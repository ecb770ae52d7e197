import type { Database } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { NODE_ALIVE_SECONDS, type OwningNode } from '../queue/owning-node.ts';
import type { MemoryBlobs } from '../storage/memory-blobs.ts';
import { findEndedJob } from './views/find-job.ts';
import type { JobWatch } from './watch-jobs.ts';

/**
 * The ephemeral jobs of this server, which is their owning node: their callers wait on its connections for the bytes
 * themselves (zero retention). Prompt, upload and result are in its memory and nowhere else; the database records
 * only that the job exists and what it costs.
 */
export interface EphemeralJobs {
  /** This server. */
  readonly node: OwningNode;
  /** Keeps the job in memory; false when this server has no room for another, or takes no more calls. */
  keep(jobId: string, content: EphemeralContent): boolean;
  find(jobId: string): EphemeralContent | undefined;
  /** Resolves when the job ends; `gone` when this server stops first. */
  ended(jobId: string): Promise<EphemeralEnd>;
  /** Ends the job as completed; its result is among the blobs under `artifactKey`. */
  deliver(jobId: string, artifactKey: string): void;
  /** Follows a completion whose outcome is unknown: delivers once the database says that the job is completed. */
  deliverIfCompleted(jobId: string, artifactKey: string): void;
  /** Removes the job from memory. */
  forget(jobId: string): void;
  /** Records that this node is alive, so that no other server ends its jobs. */
  keepAlive(): Promise<void>;
}

type EphemeralEnd =
  | { readonly state: 'completed'; readonly artifactKey: string }
  | { readonly state: 'failed' }
  | { readonly state: 'gone' }
  | { readonly state: 'blocked'; readonly category: string };

/** The prompts of a job; `blobs` has its uploaded image and what a worker delivers. */
interface EphemeralContent {
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly blobs: MemoryBlobs;
}

interface EphemeralJob {
  readonly content: EphemeralContent;
  readonly delivered: PromiseWithResolvers<EphemeralEnd>;
  readonly ended: Promise<EphemeralEnd>;
  readonly forgotten: AbortController;
  /** The artifact of a completion whose outcome is unknown, and which is therefore not delivered yet. */
  artifactKey?: string;
}

/** A limit on memory: each may have an uploaded image and a video. */
const MAX_JOBS = 32;

export function createEphemeralJobs(
  database: Database,
  jobWatch: JobWatch,
  relayUrl: string | null,
): EphemeralJobs {
  const node = { id: newId(), relayUrl };
  const jobs = new Map<string, EphemeralJob>();

  /** The end of a job that was not delivered, which another server may have ended. */
  async function readEnd(jobId: string): Promise<EphemeralEnd | undefined> {
    const end = await findEndedJob(database, jobId);
    if (end === undefined) return undefined;
    if (end.state === 'blocked') return { state: 'blocked', category: end.blockCategory ?? 'other' };
    if (end.state !== 'completed') return { state: 'failed' };
    // Without a key, `deliver` is about to end it.
    const artifactKey = jobs.get(jobId)?.artifactKey;
    return artifactKey === undefined ? undefined : { state: 'completed', artifactKey };
  }

  return {
    node,
    keep(jobId, content) {
      if (jobs.size >= MAX_JOBS || !jobWatch.takesCalls()) return false;
      const delivered = Promise.withResolvers<EphemeralEnd>();
      const forgotten = new AbortController();
      const undelivered = jobWatch.untilEnd(jobId, () => readEnd(jobId), forgotten.signal);
      const ended = Promise.race([
        delivered.promise,
        undelivered.then((end) => (end === 'left' ? ({ state: 'gone' } as const) : end)),
      ]);
      // Who waits for it gets the error.
      ended.catch(() => {});
      jobs.set(jobId, { content, delivered, ended, forgotten });
      return true;
    },
    find: (jobId) => jobs.get(jobId)?.content,
    ended: async (jobId) => jobs.get(jobId)?.ended ?? { state: 'gone' },
    deliver: (jobId, artifactKey) => jobs.get(jobId)?.delivered.resolve({ state: 'completed', artifactKey }),
    deliverIfCompleted(jobId, artifactKey) {
      const job = jobs.get(jobId);
      if (job !== undefined) job.artifactKey = artifactKey;
    },
    forget(jobId) {
      jobs.get(jobId)?.forgotten.abort();
      jobs.delete(jobId);
    },
    async keepAlive() {
      if (jobs.size === 0) return;
      await database.query(
        `update open_jobs set node_alive_until = now() + make_interval(secs => $2)
         where id = any($1::uuid[]) and owning_node_id = $3`,
        [[...jobs.keys()], NODE_ALIVE_SECONDS, node.id],
      );
    },
  };
}
