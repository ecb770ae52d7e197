import { type Pool, poolNames } from '@kinora/contract';
import type { JobShape } from './job-shape.ts';
import { AGEING, afterClaim } from './virtual-time.ts';

/** A queued job, as far as it decides who starts when. */
export interface WaitingJob extends JobShape {
  readonly id: string;
  readonly sortKey: number;
  readonly virtualStart: number;
  /** Expected seconds of service. */
  readonly seconds: number;
}

/** One of the jobs that a live worker renders at once; it may serve both pools. */
export interface Slot {
  /** Seconds until it is free. */
  readonly freeIn: number;
  readonly canRender: (shape: JobShape) => boolean;
}

/** The queues of both pools, each in its order, with their virtual times. */
export type Queues = Readonly<
  Record<Pool, { readonly jobs: readonly WaitingJob[]; readonly virtualTime: number }>
>;

/** The starts of the jobs in a simulation of the queue without later jobs. */
export interface QueueSimulation {
  /** Seconds until each job starts, by its id. */
  readonly starts: ReadonlyMap<string, number>;
  /** Seconds until a job of this shape would start behind all of them. */
  freeFor(shape: JobShape): number;
}

/**
 * Simulates the claims of the workers: whenever a worker is free, it claims as `claimJob` does. Jobs that no live
 * worker can render are simulated for one worker of any capability that has just returned.
 */
export function simulateQueue(slots: readonly Slot[], queues: Queues): QueueSimulation {
  const lines = poolNames.flatMap((pool) => linesOf(pool, queues[pool].jobs));
  const clocks = {
    image: { time: queues.image.virtualTime, at: 0 },
    video: { time: queues.video.virtualTime, at: 0 },
  };
  const starts = new Map<string, number>();
  const servers = slots.map((slot) => serverOf(slot, lines));
  serve(servers, clocks, starts);
  const orphans = lines.filter(({ jobs, next }) => next < jobs.length);
  const returned = serverOf({ freeIn: 0, canRender: () => true }, orphans);
  serve([returned], clocks, starts);
  return {
    starts,
    freeFor(shape) {
      const able = servers.filter(({ slot }) => slot.canRender(shape));
      return able.length === 0 ? returned.freeIn : Math.min(...able.map(({ freeIn }) => freeIn));
    },
  };
}

/** Jobs of a pool with the same requirements, in their order; those before `next` have started. */
interface Line {
  readonly pool: Pool;
  readonly jobs: WaitingJob[];
  next: number;
}

function linesOf(pool: Pool, jobs: readonly WaitingJob[]): Line[] {
  const lines = new Map<string, Line>();
  for (const job of jobs) {
    const key = `${job.kind}/${job.mode}/${Math.max(job.width, job.height)}`;
    const line = lines.get(key) ?? { pool, jobs: [], next: 0 };
    lines.set(key, line);
    line.jobs.push(job);
  }
  return [...lines.values()];
}

interface Server {
  readonly slot: Slot;
  readonly lines: readonly Line[];
  freeIn: number;
}

function serverOf(slot: Slot, lines: readonly Line[]): Server {
  const claimable = lines.filter(({ jobs: [job] }) => job !== undefined && slot.canRender(job));
  return { slot, lines: claimable, freeIn: slot.freeIn };
}

/** Differences below this are rounding: jobs and workers are then in their order, so that simulations of a queue agree. */
const EQUAL_SECONDS = 1e-6;

type Clocks = Readonly<Record<Pool, { time: number; at: number }>>;

/** The server that is free first claims, until there is nothing left to claim. */
function serve(servers: readonly Server[], clocks: Clocks, starts: Map<string, number>): void {
  const busy = new Set(servers);
  while (busy.size > 0) {
    let first: Server | undefined;
    for (const server of busy)
      if (first === undefined || server.freeIn < first.freeIn - EQUAL_SECONDS) first = server;
    if (first === undefined) return;
    const line = lineToClaim(first, clocks);
    const job = line?.jobs[line.next];
    if (line === undefined || job === undefined) {
      busy.delete(first);
      continue;
    }
    line.next += 1;
    starts.set(job.id, first.freeIn);
    const clock = clocks[line.pool];
    clock.time = afterClaim(clock.time + (first.freeIn - clock.at) * AGEING, job.virtualStart);
    clock.at = first.freeIn;
    first.freeIn += job.seconds;
  }
}

/** The line whose first job is furthest behind the virtual time of its pool. */
function lineToClaim({ lines, freeIn }: Server, clocks: Clocks): Line | undefined {
  let best: { readonly line: Line; readonly id: string; readonly ahead: number } | undefined;
  for (const line of lines) {
    const job = line.jobs[line.next];
    if (job === undefined) continue;
    const clock = clocks[line.pool];
    const ahead = job.sortKey - clock.time - (freeIn - clock.at) * AGEING;
    const further = best === undefined ? Number.NEGATIVE_INFINITY : ahead - best.ahead;
    if (further < -EQUAL_SECONDS || (further < EQUAL_SECONDS && best !== undefined && job.id < best.id)) {
      best = { line, id: job.id, ahead };
    }
  }
  return best?.line;
}
