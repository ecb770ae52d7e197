import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Tier } from '@kinora/contract';
import { overtakenForSeconds } from '../../src/queue/virtual-time.ts';
import { drawBars } from '../fairness/chart.ts';
import { type DayPlan, FLOODER, planDay, trueSeconds } from '../fairness/day.ts';
import { type DayJob, simulateDay } from '../fairness/simulate.ts';
import { openQueueDatabases } from '../queue-database.ts';
import { median, number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const CHART = path.join(import.meta.dirname, '../../../../docs/images/fairness.svg');
const HOUR = 3600;
const FULL: DayPlan = { seconds: 6 * HOUR, flood: 10_000, ordersPerHour: { image: 380, video: 330 } };
const QUICK: DayPlan = { seconds: HOUR / 4, flood: 200, ordersPerHour: { image: 200, video: 100 } };

const TIERS: readonly Tier[] = ['max', 'pro', 'free'];

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const plan = quick ? QUICK : FULL;
  const [calm, flooded] = await openQueueDatabases(closing, ['calm_day', 'flooded_day']);
  if (calm === undefined || flooded === undefined) throw new Error('two databases were requested');
  for (const database of [calm, flooded]) {
    // A crash may lose simulated data.
    const [row] = await database.query<{ name: string }>('select current_database() as name');
    await database.query(`alter database ${row?.name} set synchronous_commit = off`);
  }
  const without = await simulateDay(calm, planDay(plan, false), plan.seconds);
  const during = await simulateDay(flooded, planDay(plan, true), plan.seconds);
  if (!quick) await writeChart(without, during);
  const late = lateness(during);
  if (late.max > 1) reportFailure(`a job was overtaken for ${number(late.max, 2)} of the bound`);
  const days = [without, during] as const;
  return {
    title: `fairness: ${number(plan.seconds / HOUR, 1)} hours of a busy day on the real queue, 200 accounts, a flood of ${number(plan.flood)}`,
    header: ['', 'calm day', 'with the flood'],
    rows: [
      ...TIERS.flatMap((tier) => [
        [`images, ${tier}: mean wait s`, ...days.map((jobs) => number(mean(waits(jobs, 'image', tier)), 1))],
        [
          `images, ${tier}: p95 wait s`,
          ...days.map((jobs) => number(quantile(waits(jobs, 'image', tier), 0.95), 1)),
        ],
      ]),
      ...TIERS.map((tier) => [
        `videos, ${tier}: mean wait s`,
        ...days.map((jobs) => number(mean(waits(jobs, 'video', tier)), 1)),
      ]),
      [
        'longest wait of a free job, s',
        ...days.map((jobs) =>
          number(Math.max(...waits(jobs, 'image', 'free'), ...waits(jobs, 'video', 'free'))),
        ),
      ],
      ['longest a free job was overtaken, s', ...days.map((jobs) => number(lateness(jobs).seconds))],
      ['  of the bound', ...days.map((jobs) => number(lateness(jobs).max, 2))],
      ['positions requested', ...days.map((jobs) => number(estimates(jobs).length))],
      [
        'position: greatest error',
        ...days.map((jobs) => percent(Math.max(...estimates(jobs).map(positionError)))),
      ],
      ['wait: median error', ...days.map((jobs) => percent(median(waitErrors(jobs))))],
      ['wait: median error, images', ...days.map((jobs) => percent(median(waitErrors(jobs, 'image'))))],
      ['wait: median error, videos', ...days.map((jobs) => percent(median(waitErrors(jobs, 'video'))))],
      [
        'jobs started',
        ...days.map((jobs) => number(jobs.filter(({ startedAt }) => startedAt !== undefined).length)),
      ],
    ],
    notes: [
      'Six workers: two for images, four for videos, one of them for fast videos only. The waits exclude the flooding account.',
      'Overtaken: how much later a job was accepted that started before it, for jobs whose account had none queued.',
      'Errors of waits: relative to the true time to the end, for jobs that took at least 10 s more.',
    ],
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share: number): string => `${number(100 * share, 1)} %`;

function waits(jobs: readonly DayJob[], medium: 'image' | 'video', tier: Tier): number[] {
  return jobs
    .filter(({ order }) => order.quote.medium === medium && order.tier === tier && order.account !== FLOODER)
    .flatMap(({ startedAt, order }) => (startedAt === undefined ? [] : [startedAt - order.at]));
}

/** For free jobs whose account had no other: the longest time by which one was overtaken, and the largest share of its bound. */
function lateness(jobs: readonly DayJob[]): { readonly seconds: number; readonly max: number } {
  let seconds = 0;
  let max = 0;
  for (const medium of ['image', 'video'] as const) {
    const started = jobs
      .filter(({ order, startedAt }) => order.quote.medium === medium && startedAt !== undefined)
      .sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0));
    let latest = 0;
    for (const job of started) {
      const { order, startedAt = 0 } = job;
      const isAlone = started.every(
        (other) =>
          other === job ||
          other.order.account !== order.account ||
          other.order.at > order.at ||
          (other.startedAt ?? 0) <= order.at,
      );
      if (isAlone && order.tier === 'free') {
        const overtaken = Math.max(0, Math.min(latest, startedAt) - order.at);
        seconds = Math.max(seconds, overtaken);
        max = Math.max(max, overtaken / overtakenForSeconds(0, trueSeconds(order.shape)));
      }
      latest = Math.max(latest, order.at);
    }
  }
  return { seconds, max };
}

type Estimate = DayJob['estimates'][number];

const estimates = (jobs: readonly DayJob[]): Estimate[] => jobs.flatMap((job) => job.estimates);
const positionError = ({ position, truth }: Estimate): number => Math.abs(position - truth) / truth;

function waitErrors(jobs: readonly DayJob[], medium?: 'image' | 'video'): number[] {
  return jobs
    .filter(({ order }) => medium === undefined || order.quote.medium === medium)
    .flatMap(({ estimates: places, endedAt }) =>
      places.flatMap(({ at, secondsLeft }) => {
        const truth = (endedAt ?? at) - at;
        return truth < 10 ? [] : [Math.abs(secondsLeft - truth) / truth];
      }),
    );
}

async function writeChart(calm: readonly DayJob[], flooded: readonly DayJob[]): Promise<void> {
  await mkdir(path.dirname(CHART), { recursive: true });
  const groups = TIERS.map((tier) => ({
    name: tier,
    values: [mean(waits(calm, 'image', tier)), mean(waits(flooded, 'image', tier))] as const,
  }));
  const series = ['a busy day', 'with 10,000 jobs of one account'] as const;
  await writeFile(
    CHART,
    drawBars({ title: 'Mean wait of the other accounts’ images', unit: 'seconds', series, groups }),
  );
}

export const fairness: Topic = {
  name: 'fairness',
  summary: 'waits, order and positions in a busy day on the real queue',
  run,
};
