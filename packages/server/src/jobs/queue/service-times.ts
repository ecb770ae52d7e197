import { poolOfKind, type RenderKind, type VideoMode } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ExpectedSeconds, JobShape } from './job-shape.ts';

const FRESH_MS = 10_000;
/** The weight of a new measurement in the average; the first ones weigh more. */
const WEIGHT = 0.1;

/**
 * The expected seconds of service from measurements. It returns at once from what this process has read, so that an
 * acceptance does not wait, and reads again in the background when that is 10 seconds old.
 */
export function createExpectedSeconds(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): ExpectedSeconds {
  let expected: ExpectedSeconds = guessedSeconds;
  let readAt = Number.NEGATIVE_INFINITY;

  return (shape) => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) >= FRESH_MS) {
      readAt = now;
      readServiceTimes(database).then((times) => {
        expected = expectedFrom(times);
      }, onError);
    }
    return expected(shape);
  };
}

/**
 * The expected seconds by these measurements. A class that was not measured takes its guessed seconds times the
 * mean ratio of measured to guessed seconds in its kind and mode, or else in its pool.
 */
export function expectedFrom(measured: ReadonlyMap<string, number>): ExpectedSeconds {
  const ratios = new Map<string, { sum: number; count: number }>();
  for (const [name, seconds] of measured) {
    const shape = shapeOfClass(name);
    for (const group of [poolOfKind[shape.kind], groupOf(shape)]) {
      const { sum, count } = ratios.get(group) ?? { sum: 0, count: 0 };
      ratios.set(group, { sum: sum + seconds / guessedSeconds(shape), count: count + 1 });
    }
  }
  return (shape) => {
    const known = measured.get(serviceClass(shape));
    if (known !== undefined) return known;
    const { sum, count } = ratios.get(groupOf(shape)) ?? ratios.get(poolOfKind[shape.kind]) ?? NO_RATIO;
    return (guessedSeconds(shape) * sum) / count;
  };
}

const NO_RATIO = { sum: 1, count: 1 };
const groupOf = ({ kind, mode }: JobShape): string => `${kind}/${mode}`;

/** The measured seconds of service by service class. */
export async function readServiceTimes(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ class: string; seconds: number }>('select class, seconds from service_times');
  return new Map(rows.map((row) => [row.class, row.seconds]));
}

/** Adds a measurement. Not part of a transaction, which would keep the row of the service class locked. */
export async function recordServiceTime(
  database: Queryable,
  shape: JobShape,
  seconds: number,
): Promise<void> {
  await database.query(
    `insert into service_times (class, seconds) values ($1, $2)
     on conflict (class) do update set measured = least(service_times.measured + 1, 1000),
       seconds = service_times.seconds
         + (excluded.seconds - service_times.seconds) * greatest($3, 1.0 / (service_times.measured + 1))`,
    [serviceClass(shape), Math.max(0, seconds), WEIGHT],
  );
}

const SIDE_STEP = 256;

/** Jobs of a class take about the same time: kind, mode, longer side in steps of 256, length in whole seconds. */
function serviceClass({ kind, mode, width, height, frames }: JobShape): string {
  const side = Math.ceil(Math.max(width, height) / SIDE_STEP) * SIDE_STEP;
  return `${kind}/${mode ?? '-'}/${side}/${lengthOf(frames)}`;
}

/** A typical shape of a service class: a square image, a video of 16:9. */
function shapeOfClass(name: string): JobShape {
  const [kind, mode, side, length] = name.split('/') as [RenderKind, VideoMode | '-', string, string];
  const width = Number(side);
  if (mode === '-') return { kind, mode: null, width, height: width, frames: null };
  const frames = Number(length) * FRAMES_PER_SECOND + 1;
  return { kind, mode, width, height: (width * 9) / 16, frames };
}

/** For an image of 1024x1024. */
const IMAGE_SECONDS = { image: 2, i2i: 2, upscale: 3, upscale_pro: 8 } as const;
/** For each second of a video of 1280x720. */
const VIDEO_SECONDS: Readonly<Record<VideoMode, number>> = { fast: 2, quality: 6, cinema: 12 };
const IMAGE_PIXELS = 1024 * 1024;
const VIDEO_PIXELS = 1280 * 720;

/** The expected seconds until a class has been measured: guesses, of which only the proportions affect the order. */
export function guessedSeconds({ kind, mode, width, height, frames }: JobShape): number {
  const pixels = width * height;
  if (kind === 'video' || kind === 'i2v') {
    return VIDEO_SECONDS[mode ?? 'fast'] * lengthOf(frames) * (pixels / VIDEO_PIXELS);
  }
  return IMAGE_SECONDS[kind] * (pixels / IMAGE_PIXELS);
}

const FRAMES_PER_SECOND = 24;

function lengthOf(frames: number | null): number {
  return frames === null ? 0 : Math.max(1, Math.round((frames - 1) / FRAMES_PER_SECOND));
}
