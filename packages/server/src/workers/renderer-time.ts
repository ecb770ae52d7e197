import { type RendererTime, type RendererTimeRequest, rendererActivities } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { CallingWorker } from './authenticate-worker.ts';

/** What is kept of the reports of a worker. */
export interface CountedReports {
  /** The start of the worker that its last report is of. */
  readonly run: string;
  /** The totals of that report, in milliseconds. */
  readonly reported: RendererTime;
  /** What was counted of all reports. */
  readonly counted: RendererTime;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time that has passed and was not reported yet. */
  readonly spareMs: number;
}

/** A report has what a lease request waited for, up to half a minute, when the request has ended. */
const SPARE_MS = 60_000;
/** After a longer silence, the time before that is not counted. */
const MAX_SILENCE_MS = 3_600_000;
/** What a product of two doubles may lack. */
const ROUNDING_MS = 1e-6;

export const NO_TIME = timeOf(() => 0);

/**
 * What a report adds to those before it. A report is the worker's word: it counts for no more time than has passed for
 * its slots, with all its parts reduced alike. Totals survive lost calls and responses; those of another run begin at 0.
 */
export function countReport(
  last: CountedReports | undefined,
  { run, ms }: Pick<RendererTimeRequest, 'run' | 'ms'>,
  slots: number,
  at: number,
): { readonly added: RendererTime; readonly reports: CountedReports } {
  const before = last?.run === run ? last.reported : NO_TIME;
  const claimed = timeOf((activity) => Math.max(0, ms[activity] - before[activity]));
  const spare = slots * SPARE_MS;
  const passed = last === undefined ? spare : slots * clamp(at - last.at, MAX_SILENCE_MS) + last.spareMs;
  const factor = Math.min(1, passed / Math.max(1, sumOf(claimed)));
  const added = timeOf((activity) => Math.floor(claimed[activity] * factor + ROUNDING_MS));
  const counted = timeOf((activity) => (last?.counted[activity] ?? 0) + added[activity]);
  return {
    added,
    reports: { run, reported: ms, counted, at, spareMs: clamp(passed - sumOf(added), spare) },
  };
}

/** Counts the report of a worker. One that is not known, or no longer, has none. */
export async function recordRendererTime(
  database: Database,
  { worker, tokenId, ...report }: RendererTimeRequest & CallingWorker,
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.query<{ slots: number; renderer: CountedReports | null }>(
      `select slots, renderer from workers where name = $1 and token_id is not distinct from $2
       for no key update`,
      [worker, tokenId],
    );
    if (row === undefined) return;
    const { added, reports } = countReport(row.renderer ?? undefined, report, row.slots, at.getTime());
    await tx.query('update workers set renderer = $3 where name = $1 and token_id is not distinct from $2', [
      worker,
      tokenId,
      JSON.stringify(reports),
    ]);
    if (sumOf(added) === 0) return;
    const columns = rendererActivities.map((activity) => `${activity}_ms`);
    await tx.query(
      `insert into worker_minutes (minute, worker, token_id, ${columns.join(', ')})
       values (date_trunc('minute', $1::timestamptz), $2, $3, ${columns.map((_, place) => `$${place + 4}`).join(', ')})
       on conflict (minute, worker, token_id) do update
       set ${columns.map((column) => `${column} = worker_minutes.${column} + excluded.${column}`).join(', ')}`,
      [at, worker, tokenId, ...rendererActivities.map((activity) => added[activity])],
    );
  });
}

/** Sums of the minutes that meet `condition`, as an object by activity. */
export function sumOfMinutes(condition: string): string {
  const sums = rendererActivities.map(
    (activity) => `'${activity}', coalesce(sum(${activity}_ms) filter (where ${condition}), 0)`,
  );
  return `jsonb_build_object(${sums.join(', ')})`;
}

function timeOf(msOf: (activity: keyof RendererTime) => number): RendererTime {
  return Object.fromEntries(rendererActivities.map((activity) => [activity, msOf(activity)])) as RendererTime;
}

function sumOf(time: RendererTime): number {
  return rendererActivities.reduce((sum, activity) => sum + time[activity], 0);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
