import { modelOf, type Pool, poolNames } from '@kinora/contract';
import type { JobShape } from './job-shape.ts';
import { AGEING, afterClaim } from './virtual-time.ts';

/** A queued job, as far as it decides who starts when. */
export interface WaitingJob extends JobShape {
  readonly id: string;
  readonly sortKey: number;
  readonly virtualStart: number;
  /** Expected seconds of service. */
  readonly seconds: number;
  /** How long others have come before it because their model is loaded; null if none has. */
  readonly passedFor: number | null;
  /** Seconds since its acceptance. */
  readonly age: number;
}

/** One of the jobs that a live worker renders at once; it may serve both pools. */
export interface Slot {
  /** Seconds until it is free. */
  readonly freeIn: number;
  readonly canRender: (shape: JobShape) => boolean;
  /** The model that its worker has loaded; null if its models need no loading. */
  readonly loaded: string | null;
  /** Whether its worker leaves such jobs for a while to others that are filled before it. */
  readonly yields: (shape: JobShape) => boolean;
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
  /** Whether a worker would have to start for it. */
  isAsleep(shape: JobShape): boolean;
}

/** What decides the claims besides the queue and the workers. */
export interface ClaimRules {
  readonly loadedFirstSeconds: number;
  readonly fallbackSeconds: number;
  /** How long a worker of a model takes to start when jobs wait; 0 for a model whose workers do not sleep. */
  readonly startSecondsOf: (model: string) => number;
}

/** The share of its start that a worker still needs when it takes longer than expected. */
const MIN_START_SHARE = 0.05;

/**
 * Simulates the claims of the workers: whenever a worker is free, it claims as `claimJob` does. Jobs that no live worker can
 * render are simulated for one worker of each model whose workers may sleep, which has started since the oldest of them was
 * accepted, and for one of any other capability that has just returned.
 */
export function simulateQueue(
  slots: readonly Slot[],
  queues: Queues,
  { loadedFirstSeconds, fallbackSeconds, startSecondsOf }: ClaimRules,
): QueueSimulation {
  const lines = poolNames.flatMap((pool) => linesOf(pool, queues[pool].jobs));
  const clocks = {
    image: { time: queues.image.virtualTime, at: 0 },
    video: { time: queues.video.virtualTime, at: 0 },
  };
  const starts = new Map<string, number>();
  const rules = { clocks, loadedFirstSeconds, fallbackSeconds, passedAt: new Map<string, number>() };
  const servers = slots.map((slot) => serverOf(slot, lines));
  serve(servers, rules, starts);
  const orphans = lines.filter(({ jobs, next }) => next < jobs.length);
  const started = new Map<string, Server>();
  for (const [model, waiting] of Map.groupBy(orphans, ({ jobs }) => jobs[0]?.model ?? '')) {
    const seconds = startSecondsOf(model);
    if (seconds === 0) continue;
    const oldest = Math.max(...waiting.flatMap(({ jobs }) => jobs.map(({ age }) => age)));
    const freeIn = Math.max(seconds - oldest, seconds * MIN_START_SHARE);
    started.set(model, serverOf(anySlot(freeIn), waiting));
  }
  const others = orphans.filter(({ jobs }) => !started.has(jobs[0]?.model ?? ''));
  const returned = serverOf(anySlot(0), others);
  for (const server of [...started.values(), returned]) serve([server], rules, starts);
  const ableFor = (shape: JobShape) => servers.filter(({ slot }) => slot.canRender(shape));
  return {
    starts,
    freeFor(shape) {
      const able = ableFor(shape);
      if (able.length > 0)
        return Math.min(...able.map((server) => freeForNew(server, shape, fallbackSeconds)));
      const seconds = startSecondsOf(shape.model);
      return seconds > 0 ? (started.get(shape.model)?.freeIn ?? seconds) : returned.freeIn;
    },
    isAsleep: (shape) => startSecondsOf(shape.model) > 0 && ableFor(shape).length === 0,
  };
}

const anySlot = (freeIn: number): Slot => ({
  freeIn,
  canRender: () => true,
  loaded: null,
  yields: () => false,
});

function freeForNew({ freeIn, slot }: Server, shape: JobShape, fallbackSeconds: number): number {
  return slot.yields(shape) ? Math.max(freeIn, fallbackSeconds) : freeIn;
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
    const key = `${job.operation}/${job.model}/${Math.max(job.width, job.height)}`;
    const line = lines.get(key) ?? { pool, jobs: [], next: 0 };
    lines.set(key, line);
    line.jobs.push(job);
  }
  return [...lines.values()];
}

interface Server {
  readonly slot: Slot;
  readonly lines: readonly Line[];
  /** Those whose jobs it leaves to others for a while. */
  readonly yielded: ReadonlySet<Line>;
  freeIn: number;
  loaded: string | null;
}

function serverOf(slot: Slot, lines: readonly Line[]): Server {
  const claimable = lines.filter(({ jobs: [job] }) => job !== undefined && slot.canRender(job));
  const yielded = new Set(claimable.filter(({ jobs: [job] }) => job !== undefined && slot.yields(job)));
  return { slot, lines: claimable, yielded, freeIn: slot.freeIn, loaded: slot.loaded };
}

/** Differences below this are rounding: jobs and workers are then in their order, so that simulations of a queue agree. */
const EQUAL_SECONDS = 1e-6;

type Clocks = Readonly<Record<Pool, { time: number; at: number }>>;

interface Simulated {
  readonly clocks: Clocks;
  readonly loadedFirstSeconds: number;
  readonly fallbackSeconds: number;
  /** When the turn of a job was first passed over, by its id. */
  readonly passedAt: Map<string, number>;
}

/** The server that is free first claims, until there is nothing left to claim. */
function serve(servers: readonly Server[], rules: Simulated, starts: Map<string, number>): void {
  const busy = new Set(servers);
  while (busy.size > 0) {
    let first: Server | undefined;
    for (const server of busy)
      if (first === undefined || server.freeIn < first.freeIn - EQUAL_SECONDS) first = server;
    if (first === undefined) return;
    const line = lineToClaim(first, rules);
    const job = line?.jobs[line.next];
    if (line === undefined || job === undefined) {
      const next = nextYielded(first, rules);
      if (next === undefined) busy.delete(first);
      else first.freeIn = next;
      continue;
    }
    line.next += 1;
    starts.set(job.id, first.freeIn);
    if (first.loaded !== null) first.loaded = modelOf(job);
    const clock = rules.clocks[line.pool];
    clock.time = afterClaim(clock.time + (first.freeIn - clock.at) * AGEING, job.virtualStart);
    clock.at = first.freeIn;
    first.freeIn += job.seconds;
  }
}

/** When the first of the jobs that it leaves to others may be claimed by this server, if there is one. */
function nextYielded({ yielded }: Server, { fallbackSeconds }: Simulated): number | undefined {
  const ages = [...yielded].flatMap(({ jobs, next }) => jobs[next]?.age ?? []);
  return ages.length === 0 ? undefined : fallbackSeconds - Math.max(...ages);
}

/** The line that is claimed from: as the statement of `claim-job.ts`. */
function lineToClaim(server: Server, rules: Simulated): Line | undefined {
  const { freeIn, loaded, yielded } = server;
  const lines = server.lines.filter(
    (line) => !yielded.has(line) || (line.jobs[line.next]?.age ?? 0) + freeIn >= rules.fallbackSeconds,
  );
  const first = firstLine(lines, freeIn, rules.clocks);
  const job = first?.jobs[first.next];
  if (job === undefined || loaded === null || modelOf(job) === loaded) return first;
  const sameModel = lines.filter(({ jobs, next }) => {
    const other = jobs[next];
    return other !== undefined && modelOf(other) === loaded && isOfSameClass(other, job);
  });
  const preferred = firstLine(sameModel, freeIn, rules.clocks);
  if (preferred === undefined) return first;
  const passedAt = job.passedFor === null ? (rules.passedAt.get(job.id) ?? freeIn) : -job.passedFor;
  if (freeIn - passedAt >= rules.loadedFirstSeconds) return first;
  rules.passedAt.set(job.id, passedAt);
  return preferred;
}

/** The priority of an account class is the delay of its sort keys. */
function isOfSameClass(one: WaitingJob, other: WaitingJob): boolean {
  return Math.abs(one.sortKey - one.virtualStart - (other.sortKey - other.virtualStart)) < EQUAL_SECONDS;
}

/** The line whose first job is furthest behind the virtual time of its pool. */
function firstLine(lines: readonly Line[], freeIn: number, clocks: Clocks): Line | undefined {
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
