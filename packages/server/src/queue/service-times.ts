import { poolOfOperation, type RenderOperation } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ExpectedSeconds, ExpectedTime, JobShape, ServiceTime } from './job-shape.ts';

const FRESH_MS = 10_000;
/** The weight of a new measurement in the average; the first ones weigh more. */
const WEIGHT = 0.1;

/** A job and the seconds that the operator expects it to take. */
export interface ExpectedJob extends JobShape {
  readonly seconds: number;
}

/** The default job of each model and operation of which the operator expects something now. */
export type ExpectedJobs = () => readonly ExpectedJob[];

/**
 * The expected seconds of service from measurements. It returns at once from what this process has read, so that an
 * acceptance does not wait, and reads again in the background when that is 10 seconds old.
 */
export function createExpectedSeconds(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  expectedJobs: ExpectedJobs,
): ExpectedSeconds {
  let expected: ExpectedTime = expectedFrom(new Map());
  let readAt = Number.NEGATIVE_INFINITY;

  return (shape) => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) >= FRESH_MS) {
      readAt = now;
      readServiceTimes(database).then((times) => {
        expected = expectedFrom(withExpected(times, expectedJobs()));
      }, onError);
    }
    return expected(shape).held;
  };
}

/** The measured times by service class. */
export type ServiceTimes = ReadonlyMap<string, ServiceTime>;

/**
 * The expected times by these measurements. A class that was not measured takes what the measured classes of its operation and
 * model say about its size, or else those of its pool.
 */
export function expectedFrom(measured: ServiceTimes): ExpectedTime {
  const held = linesThrough(measured, (time) => time.held);
  const whole = linesThrough(measured, ({ seconds }) => seconds);
  return (shape) =>
    measured.get(serviceClass(shape)) ?? {
      held: held(shape),
      seconds: Math.max(held(shape), whole(shape)),
    };
}

/** What a line through the measured classes of an operation and model, or else of a pool, says about a size. */
function linesThrough(measured: ServiceTimes, secondsOf: (time: ServiceTime) => number): ExpectedSeconds {
  const points = new Map<string, Point[]>();
  for (const [name, time] of measured) {
    const shape = shapeOfClass(name);
    const point = { work: workOf(shape), seconds: secondsOf(time) / rateOf(shape) };
    for (const group of [poolOfOperation[shape.operation], groupOf(shape)]) {
      points.set(group, [...(points.get(group) ?? []), point]);
    }
  }
  const lines = new Map([...points].map(([group, ofGroup]) => [group, fitLine(ofGroup)]));
  return (shape) => {
    const { fixed, perWork } =
      lines.get(groupOf(shape)) ?? lines.get(poolOfOperation[shape.operation]) ?? GUESSED;
    return rateOf(shape) * (fixed + perWork * workOf(shape));
  };
}

const groupOf = ({ operation, model }: JobShape): string => `${operation}/${model}`;

/** A measured class: its work, and its seconds in proportion to the rate of its operation and model. */
interface Point {
  readonly work: number;
  readonly seconds: number;
}

/** The seconds of a job, in proportion to the rate of its operation and model: `fixed` of each, and more with its work. */
interface Line {
  readonly fixed: number;
  readonly perWork: number;
}

/** What each job takes however small it is, unless measurements of several sizes say otherwise. */
const GUESSED: Line = { fixed: 1, perWork: 1 };
/** How much the proportions of the guess weigh beside a measured class. They decide alone while only one was measured. */
const GUESS_WEIGHT = 0.005;
/** Less than any attempt takes: relative errors of 0 seconds have no meaning. */
const MIN_SECONDS = 0.01;

/**
 * The line with the least squares of relative errors that rises with the work, because a job of any size is wrong by its
 * share: seconds that few large classes take must not hide what small ones do.
 */
function fitLine(points: readonly Point[]): Line {
  // Sums of the normal equations for `fixed + perWork * work = seconds`, each divided by its seconds.
  let [ones, works, squares, fixedSum, workSum] = [0, 0, 0, 0, 0];
  let scale = 0;
  for (const { work, seconds } of points) {
    const share = 1 / Math.max(MIN_SECONDS, seconds);
    ones += share ** 2;
    works += work * share ** 2;
    squares += (work * share) ** 2;
    fixedSum += share;
    workSum += work * share;
    scale += (GUESSED.fixed + work) * share;
  }
  // `fixed / GUESSED.fixed = perWork`, as one more equation in relative terms.
  const guess = GUESS_WEIGHT * (scale / points.length) ** 2;
  const [a, b, c] = [ones + guess / GUESSED.fixed ** 2, works - guess / GUESSED.fixed, squares + guess];
  const determinant = a * c - b ** 2;
  const [fixed, perWork] = [
    (c * fixedSum - b * workSum) / determinant,
    (a * workSum - b * fixedSum) / determinant,
  ];
  if (fixed < 0) return { fixed: 0, perWork: workSum / squares };
  if (perWork < 0) return { fixed: fixedSum / ones, perWork: 0 };
  return { fixed, perWork };
}

export async function readServiceTimes(db: Queryable): Promise<ServiceTimes> {
  const rows = await db.query<ServiceTime & { readonly class: string }>(
    'select class, held, seconds from service_times',
  );
  return new Map(rows.map(({ class: name, ...time }) => [name, time]));
}

/** With what the operator expects: it stands for a measurement while nothing of its operation and model is measured. */
export function withExpected(measured: ServiceTimes, expected: readonly ExpectedJob[]): ServiceTimes {
  const known = new Set([...measured.keys()].map((name) => groupOf(shapeOfClass(name))));
  const unknown = expected.filter((job) => !known.has(groupOf(job)));
  if (unknown.length === 0) return measured;
  return new Map([
    ...measured,
    ...unknown.map((job) => [serviceClass(job), { held: job.seconds, seconds: job.seconds }] as const),
  ]);
}

/** Adds a measurement. Not part of a transaction, which would keep the row of the service class locked. */
export async function recordServiceTime(
  database: Queryable,
  shape: JobShape,
  { held, seconds }: ServiceTime,
): Promise<void> {
  await database.query(
    `insert into service_times as known (class, held, seconds) values ($1, $2, $3)
     on conflict (class) do update set measured = least(known.measured + 1, 1000),
       held = known.held + (excluded.held - known.held) * greatest($4, 1.0 / (known.measured + 1)),
       seconds = known.seconds + (excluded.seconds - known.seconds) * greatest($4, 1.0 / (known.measured + 1))`,
    [serviceClass(shape), Math.max(0, held), Math.max(0, seconds), WEIGHT],
  );
}

const SIDE_STEP = 256;
/** One second of the contract's modes. A job takes the time of its frames, whatever their rate. */
const FRAMES_STEP = 24;

/** Jobs of a class take about the same time: operation, model, longer side in steps of 256, length in steps of 24 frames. */
function serviceClass({ operation, model, width, height, frames }: JobShape): string {
  const side = Math.ceil(Math.max(width, height) / SIDE_STEP) * SIDE_STEP;
  return `${operation}/${model}/${side}/${lengthOf(frames)}`;
}

/** A typical shape of a service class: a square image, a video of 16:9. */
function shapeOfClass(name: string): JobShape {
  const [operation, model, side, length] = name.split('/') as [RenderOperation, string, string, string];
  const width = Number(side);
  if (poolOfOperation[operation] === 'image') return { operation, model, width, height: width, frames: null };
  const frames = Number(length) * FRAMES_STEP + 1;
  return { operation, model, width, height: (width * 9) / 16, frames };
}

/** Seconds for each unit of work of an operation and model: guesses, of which only the proportions affect the order. */
const IMAGE_RATES = { image: 2, i2i: 2, upscale: 3, upscale_pro: 8 } as const;
const VIDEO_RATES: Readonly<Record<string, number>> = { fast: 2, quality: 6, cinema: 12 };
const OTHER_VIDEO_RATE = 4;

function rateOf({ operation, model }: JobShape): number {
  return operation === 'video' || operation === 'i2v'
    ? (VIDEO_RATES[model] ?? OTHER_VIDEO_RATE)
    : IMAGE_RATES[operation];
}

const IMAGE_PIXELS = 1024 * 1024;
const VIDEO_PIXELS = 1280 * 720 * FRAMES_STEP;

/** The work of a job: 1 for an image of 1024x1024, and for each 24 frames of a video of 1280x720. */
function workOf({ width, height, frames }: JobShape): number {
  return frames === null ? (width * height) / IMAGE_PIXELS : (width * height * frames) / VIDEO_PIXELS;
}

/** The expected seconds until a class of the pool has been measured. */
export function guessedSeconds(shape: JobShape): number {
  return rateOf(shape) * (GUESSED.fixed + GUESSED.perWork * workOf(shape));
}

function lengthOf(frames: number | null): number {
  return frames === null ? 0 : Math.max(1, Math.round((frames - 1) / FRAMES_STEP));
}
