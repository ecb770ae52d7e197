import { type Pool, poolNames, poolOfOperation } from '@kinora/contract';
import type { LiveWorker } from '../workers/worker-health.ts';
import { leftToOthers } from './fill-first.ts';
import type { ExpectedTime, JobShape } from './job-shape.ts';
import { indexOrder, type OrderIndex } from './order-index.ts';
import { type Arrivals, arrivalsOf, type OvertakingSituation, startAfterOvertaking } from './overtaking.ts';
import type { QueueOrder } from './queue-order.ts';
import { remainingTime } from './remaining-time.ts';
import { expectedFrom } from './service-times.ts';
import {
  type ClaimRules,
  type QueueSimulation,
  type Queues,
  type Slot,
  simulateQueue,
} from './simulate-queue.ts';
import { AGEING } from './virtual-time.ts';

/** A queued job whose start is asked for. */
export interface QueuedJob extends JobShape {
  readonly id: string;
  readonly sortKey: number;
  readonly virtualStart: number;
}

type ByPool = Readonly<Record<Pool, number>>;

/** Positions and starts by one reading of the queue. */
export interface Forecast {
  readonly orders: Readonly<Record<Pool, OrderIndex>>;
  readonly expected: ExpectedTime;
  /** When the reading was taken, in seconds of service. */
  readonly virtualTimes: ByPool;
  /** Equal in two readings between which nothing happened. */
  readonly situation: string;
  /** Seconds until a job of the head starts if no job comes after it, `age` seconds after the reading. */
  simulatedStart(id: string, age: number): number | undefined;
  /** Whether the reading has this job. Far from the head this is not known, and does not matter. */
  knows(job: QueuedJob): boolean;
  /** Seconds until the job starts, `age` seconds after the reading. While nothing changes, it never rises. */
  startsIn(job: QueuedJob, age: number): number;
}

/** The rules of a service whose workers do not sleep, and whose jobs keep their order. */
export const STRICT: ClaimRules = { loadedFirstSeconds: 0, fallbackSeconds: 0, startSecondsOf: () => 0 };

/** `speeds` is how far the virtual times advance in a second; `earlier` is a forecast of `age` seconds ago. */
export function forecast(
  order: QueueOrder,
  speeds: ByPool,
  earlier?: EarlierForecast,
  rules = STRICT,
): Forecast {
  const expected = expectedFrom(order.serviceTimes);
  const situation = situationOf(order);
  const virtualTimes = { image: order.image.virtualTime, video: order.video.virtualTime };
  const arrivals = arrivalsOf(order.accepted, virtualTimes, speeds, expected);
  const pools = {
    image: poolOf(order, 'image', speeds, arrivals),
    video: poolOf(order, 'video', speeds, arrivals),
  };
  // While a job takes longer than expected, time passes and its end comes no nearer. So the queue is simulated from the
  // reading and from a second after it, and what is in between is interpolated.
  const now = boundSimulation(
    simulateFrom(order, expected, 0, rules),
    earlier?.forecast.situation === situation ? earlier : undefined,
  );
  const later = simulateFrom(order, expected, 1, rules);
  const simulatedStart = (id: string, age: number): number | undefined => {
    const [first, second] = [now.starts.get(id), later.starts.get(id)];
    return first === undefined || second === undefined ? undefined : between(first, second, age);
  };
  return {
    orders: { image: pools.image.index, video: pools.video.index },
    expected,
    virtualTimes,
    situation,
    simulatedStart,
    knows({ id, operation, sortKey }) {
      const { head, index } = pools[poolOfOperation[operation]];
      return now.starts.has(id) || index.aheadOf({ id, sortKey }).jobs > head.length;
    },
    startsIn(job, age) {
      const pool = pools[poolOfOperation[job.operation]];
      const simulated = between(startIn(now, job, pool), startIn(later, job, pool), age);
      // What comes later than a worker that starts for the job does not come before it.
      return now.isAsleep(job) ? simulated : startAfterOvertaking(simulated, job, pool.overtaking);
    },
  };
}

/** `age` seconds after the reading; the start does not come later because time passes. */
function between(now: number, later: number, age: number): number {
  return now + Math.min(0, later - now) * Math.min(1, Math.max(0, age));
}

interface EarlierForecast {
  readonly forecast: Forecast;
  readonly age: number;
}

/**
 * The simulation with no start above that of an earlier forecast: a small delay can change which worker takes which job,
 * and so delay one that another passes. A function of its own, because a forecast must not keep the earlier ones in
 * memory.
 */
function boundSimulation(simulation: QueueSimulation, earlier: EarlierForecast | undefined): QueueSimulation {
  if (earlier === undefined) return simulation;
  const { simulatedStart } = earlier.forecast;
  const bounded = [...simulation.starts].map(
    ([id, start]) => [id, Math.min(start, simulatedStart(id, earlier.age) ?? start)] as const,
  );
  return { ...simulation, starts: new Map(bounded) };
}

/** What decides the starts, except the time. */
function situationOf({ image, video, running, workers, serviceTimes }: QueueOrder): string {
  return JSON.stringify([
    [image, video].map(({ head, marks }) => [head.map(({ id }) => id), marks.at(-1)?.jobs]),
    running.map(({ worker, attempt, progress }) => [worker, attempt, progress]),
    workers.map(({ name, tokenId, slots, loaded, preference }) => [name, tokenId, slots, loaded, preference]),
    [...serviceTimes],
  ]);
}

/**
 * The share of the jobs of another pool with a shorter lead that do overtake, because they wait for earlier ones of
 * their pool. Fitted to the simulated orders of `npm run bench waits`.
 */
const OVERTAKING_SHARE = 0.5;

/** A pool, prepared for the jobs that are asked for. */
function poolOf(
  order: QueueOrder,
  pool: Pool,
  speeds: ByPool,
  arrivals: Readonly<Record<Pool, readonly Arrivals[]>>,
) {
  const { head, marks, virtualTime } = order[pool];
  return {
    head,
    index: indexOrder(head, marks),
    /** What the jobs of the head were expected to take when they were accepted, as those behind it were. */
    acceptedSeconds: head.reduce((sum, { seconds }) => sum + seconds, 0),
    overtaking: {
      virtualTime,
      virtualSpeed: speeds[pool],
      workers: slotsOf(order.workers.filter(({ pools }) => pools.includes(pool))),
      // Pools that share workers are compared by their leads, so jobs of the other pool overtake too.
      arrivals: poolNames
        .flatMap((other) => {
          const share = other === pool ? 1 : OVERTAKING_SHARE * sharedSlots(order.workers, pool, other);
          return arrivals[other].map(({ lead, load }) => ({ lead, load: load * share }));
        })
        .sort((a, b) => b.lead - a.lead),
    } satisfies OvertakingSituation,
  };
}

/** Seconds until a job starts, without later jobs. One that is not in the simulation starts as the one at its place does. */
function startIn(simulation: QueueSimulation, job: QueuedJob, pool: ReturnType<typeof poolOf>): number {
  const known = simulation.starts.get(job.id);
  if (known !== undefined) return known;
  // The jobs around it wait for other workers.
  if (simulation.isAsleep(job)) return simulation.freeFor(job);
  const { head, index, acceptedSeconds } = pool;
  const ahead = index.aheadOf(job);
  const next = head[ahead.jobs];
  if (next !== undefined) return simulation.starts.get(next.id) ?? 0;
  if (index.total.jobs <= head.length) return simulation.freeFor(job);
  // Behind the head, the workers go on as fast as they were up to its last job.
  const last = simulation.starts.get(head.at(-1)?.id ?? '') ?? 0;
  return last * Math.max(1, acceptedSeconds > 0 ? ahead.seconds / acceptedSeconds : ahead.jobs / head.length);
}

/** The share of the slots of `other` that serve `pool` too. */
function sharedSlots(workers: readonly LiveWorker[], pool: Pool, other: Pool): number {
  const ofOther = workers.filter(({ pools }) => pools.includes(other));
  const shared = ofOther.filter(({ pools }) => pools.includes(pool));
  return ofOther.length === 0 ? 0 : slotsOf(shared) / slotsOf(ofOther);
}

function slotsOf(workers: readonly LiveWorker[]): number {
  return workers.reduce((sum, { slots }) => sum + slots, 0);
}

/** The simulation of the queue as it is `seconds` after the reading, if nothing changes until then. */
function simulateFrom(
  order: QueueOrder,
  expected: ExpectedTime,
  seconds: number,
  rules: ClaimRules,
): QueueSimulation {
  const slots = order.workers.flatMap((worker) => {
    const running = order.running.filter(
      (job) => job.worker === worker.name && job.workerTokenId === worker.tokenId,
    );
    const ends = running.map(
      (job) => remainingTime({ ...job, expected: expected(job), elapsed: job.elapsed + seconds }).held,
    );
    // A worker with more jobs than slots delivers some of them: most likely those that end first.
    const last = ends.toSorted((a, b) => b - a);
    return Array.from({ length: worker.slots }, (_, at) => slotOf(worker, order.workers, last[at] ?? 0));
  });
  const queueOf = (pool: Pool): Queues[Pool] => ({
    jobs: order[pool].head.map((job) => ({
      ...job,
      seconds: expected(job).held,
      passedFor: job.passedFor === null ? null : job.passedFor + seconds,
      age: job.age + seconds,
    })),
    virtualTime: order[pool].virtualTime + seconds * AGEING,
  });
  return simulateQueue(slots, { image: queueOf('image'), video: queueOf('video') }, rules);
}

function slotOf(worker: LiveWorker, workers: readonly LiveWorker[], freeIn: number): Slot {
  const { capabilities, loaded } = worker;
  const canRender = ({ operation, model, width, height }: JobShape): boolean =>
    capabilities.some(
      (capability) =>
        capability.operation === operation &&
        capability.model === model &&
        capability.longest_side >= Math.max(width, height),
    );
  const yields = ({ operation, model, width, height }: JobShape): boolean =>
    leftToOthers(worker, workers, { operation, model, side: Math.max(width, height) }) !== undefined;
  return { freeIn, canRender, loaded, yields };
}
