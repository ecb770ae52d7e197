import { type Pool, poolOfOperation, tierPriorities } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { LAST_ID } from '../kernel/ids.ts';
import { keepFresh } from '../kernel/keep-fresh.ts';
import { type Forecast, forecast, type QueuedJob, STRICT } from './forecast.ts';
import type { JobShape } from './job-shape.ts';
import type { JobState } from './job-state.ts';
import { createReadQueueOrder, type QueueOrder, RUNNING_TIMES } from './queue-order.ts';
import { remainingTime } from './remaining-time.ts';
import type { ExpectedJobs } from './service-times.ts';
import { DELAY_SECONDS, type Priority, V1_TIER } from './virtual-time.ts';

/** A job that has not ended, as it was just read. */
export interface OpenJob extends QueuedJob {
  readonly state: JobState;
  readonly progress: number;
  /** Seconds since it was last claimed; null before that. */
  readonly elapsed: number | null;
  readonly progressElapsed: number | null;
}

/** The columns of an `OpenJob`, of open_jobs or current_jobs. */
export const OPEN_JOB = `id, state, operation, model, width, height, frames, progress, sort_key as "sortKey",
  virtual_start as "virtualStart",
  ${RUNNING_TIMES}`;

/** The position and the expected end of a job that is queued or runs. */
interface Outlook {
  /** The position of a queued job: 1 for the next to start. Exact for the first thousand, within one per cent after that. */
  readonly position?: number;
  /**
   * Whole seconds until the job ends, at least 1: from measured service times, the elapsed time of running jobs and the
   * live workers that are capable. Never rises while nothing changes. If no live worker is capable of the job, it counts
   * the start of one if they may sleep, else from the return of one.
   */
  readonly secondsLeft: number;
}

export interface QueueView {
  outlookOf(job: OpenJob): Promise<Outlook>;
  /** Whole seconds until a job would end if an account without other jobs ordered it now; by default a job of v1. */
  secondsForNew(shape: JobShape, priority?: Priority): Promise<number>;
  /** The number of queued jobs in each pool. */
  queued(): Promise<Readonly<Record<Pool, number>>>;
}

interface Snapshot {
  readonly at: number;
  readonly forecast: Forecast;
}

const FRESH_MS = 1000;
/** A job that was queued after the last reading causes another one, at most this often. */
const READ_AGAIN_MS = 250;

/**
 * Positions and expected ends. The order is read on request only: at most once a second, and somewhat more often for
 * jobs that are new. Requests in between search the last reading.
 */
export function createQueueView(
  database: Database,
  clock: Clock,
  expectedJobs: ExpectedJobs,
  rules = STRICT,
): QueueView {
  let previous: Promise<Snapshot> | undefined;
  const readQueueOrder = createReadQueueOrder(database, clock, expectedJobs);
  const pace = createPace();

  // After the clock was set back, a reading may have a time in the future.
  const ageOf = ({ at }: Snapshot): number => Math.abs(clock.now().getTime() - at);

  async function read(earlier: Promise<Snapshot> | undefined): Promise<Snapshot> {
    const at = clock.now().getTime();
    const order = await readQueueOrder();
    const before = await earlier?.catch(() => undefined);
    const known = before && { forecast: before.forecast, age: (at - before.at) / 1000 };
    return { at, forecast: forecast(order, pace(at, order), known, rules) };
  }

  const snapshot = keepFresh(
    () => {
      previous = read(previous);
      return previous;
    },
    FRESH_MS,
    () => clock.now().getTime(),
  );

  /** A reading that has the job, if there can be one. */
  async function snapshotWith(job: QueuedJob): Promise<Snapshot> {
    const reading = await snapshot();
    return reading.forecast.knows(job) ? reading : snapshot(READ_AGAIN_MS);
  }

  return {
    async outlookOf(job) {
      if (job.state === 'running' && job.elapsed !== null) {
        const { expected } = (await snapshot()).forecast;
        return {
          secondsLeft: wholeSeconds(
            remainingTime({ ...job, elapsed: job.elapsed, expected: expected(job) }).seconds,
          ),
        };
      }
      const reading = await snapshotWith(job);
      const { orders, expected, startsIn } = reading.forecast;
      return {
        position: orders[poolOfOperation[job.operation]].aheadOf(job).jobs + 1,
        secondsLeft: wholeSeconds(startsIn(job, ageOf(reading) / 1000) + expected(job).seconds),
      };
    },
    async secondsForNew(shape, priority = tierPriorities[V1_TIER]) {
      const reading = await snapshot();
      const { virtualTimes, startsIn, expected } = reading.forecast;
      const pool = poolOfOperation[shape.operation];
      const virtualStart = virtualTimes[pool];
      const sortKey = virtualStart + DELAY_SECONDS[priority];
      // Behind every other job of the same sort key.
      const job = { ...shape, id: LAST_ID, sortKey, virtualStart };
      return wholeSeconds(startsIn(job, ageOf(reading) / 1000) + expected(shape).seconds);
    },
    async queued() {
      const { orders } = (await snapshot()).forecast;
      return { image: orders.image.total.jobs, video: orders.video.total.jobs };
    },
  };
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

type ByPool = Readonly<Record<Pool, number>>;
type Pace = (at: number, order: QueueOrder) => ByPool;

const PACE_MS = 600_000;

/**
 * How fast the pools' virtual times advance: since the earliest reading of the last ten minutes, at the last claim that
 * advanced one. Between claims it stays the same, so that no expected end moves away because time passes.
 */
function createPace(): Pace {
  let readings: readonly { readonly at: number; readonly claimed: ByPool; readonly times: ByPool }[] = [];
  let speeds: ByPool = { image: 0, video: 0 };
  return (at, { image, video }) => {
    const claimed = { image: image.claimedTime, video: video.claimedTime };
    const last = readings.at(-1)?.claimed;
    if (last?.image === claimed.image && last.video === claimed.video) return speeds;
    const reading = { at, claimed, times: { image: image.virtualTime, video: video.virtualTime } };
    readings = [...readings.filter((earlier) => Math.abs(at - earlier.at) <= PACE_MS), reading];
    const first = readings[0] ?? reading;
    const seconds = (at - first.at) / 1000;
    const speed = (pool: Pool): number =>
      seconds > 0 ? (reading.times[pool] - first.times[pool]) / seconds : 0;
    speeds = { image: speed('image'), video: speed('video') };
    return speeds;
  };
}
