import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ExpectedSeconds, guessedSeconds, type JobShape, serviceClass } from './expected-seconds.ts';

const FRESH_MS = 10_000;
/** What a new measurement counts for; the first ones count for more. */
const WEIGHT = 0.1;

/**
 * How long jobs take, by what was measured. It answers at once from what this process has read, so that accepting
 * waits for nothing, and reads again in the background when that is 10 seconds old.
 */
export function createExpectedSeconds(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): ExpectedSeconds {
  let measured: ReadonlyMap<string, number> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;

  return (shape) => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) >= FRESH_MS) {
      readAt = now;
      readServiceTimes(database).then((times) => {
        measured = times;
      }, onError);
    }
    return measured.get(serviceClass(shape)) ?? guessedSeconds(shape);
  };
}

export async function readServiceTimes(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ class: string; seconds: number }>('select class, seconds from service_times');
  return new Map(rows.map((row) => [row.class, row.seconds]));
}

/** Takes note of how long a job took. The row is held to the end of the transaction: it comes last. */
export async function recordServiceTime(tx: Queryable, shape: JobShape, seconds: number): Promise<void> {
  await tx.query(
    `insert into service_times (class, seconds) values ($1, $2)
     on conflict (class) do update set measured = least(service_times.measured + 1, 1000),
       seconds = service_times.seconds
         + (excluded.seconds - service_times.seconds) * greatest($3, 1.0 / (service_times.measured + 1))`,
    [serviceClass(shape), Math.max(0, seconds), WEIGHT],
  );
}
