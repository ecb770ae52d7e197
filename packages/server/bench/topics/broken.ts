import { setTimeout as pause } from 'node:timers/promises';
import { type Closing, createClosing } from '../closing.ts';
import { createRandom } from '../fairness/random.ts';
import { placeImage, startWorker } from '../images-by-workers.ts';
import { type Account, createAccounts, startService } from '../service.ts';
import { number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOOD_MS = 150;
const SLOW_MS = 1500;
/** About two thirds of what the two good workers render. */
const ORDERS_PER_SECOND = 8;
const FULL_ORDERS = 1000;
const QUICK_ORDERS = 40;
const POLL_MS = 200;
const ACCOUNTS = 10;

const taking = (ms: number) => () => pause(ms);
const GOOD = { one: taking(GOOD_MS), two: taking(GOOD_MS) };
const SLOW = { slow: taking(SLOW_MS) };
/** As after a CUDA error: every job fails at once. */
const BROKEN = {
  broken: () => Promise.reject(new Error('CUDA error: an illegal memory access was encountered')),
};

type Workers = Readonly<Record<string, () => Promise<unknown>>>;

const SCENES: readonly (readonly [name: string, workers: Workers])[] = [
  ['two good workers', GOOD],
  ['and a slow one', { ...GOOD, ...SLOW }],
  ['and a broken one', { ...GOOD, ...SLOW, ...BROKEN }],
];

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const orders = quick ? QUICK_ORDERS : FULL_ORDERS;
  const rows: string[][] = [];
  let before: Result | undefined;
  for (const [name, workers] of SCENES) {
    const ofScene = createClosing();
    closing.add(() => ofScene.close());
    const result = await measure(ofScene, workers, orders).finally(() => ofScene.close());
    if (result.waits.length < orders) reportFailure(`${name}: ${orders - result.waits.length} orders failed`);
    const figures = [0.5, 0.95, 1].map((share) => quantile(result.waits, share));
    const ratios = [0.5, 0.95].map((share) =>
      before === undefined ? '' : number(quantile(result.waits, share) / quantile(before.waits, share), 2),
    );
    rows.push([
      name,
      number(result.waits.length),
      number(result.faults),
      ...figures.map((s) => number(s, 2)),
      ...ratios,
    ]);
    before = result;
  }
  return {
    title: `broken: ${orders} orders over good workers, a slow and a broken one`,
    header: ['', 'completed', 'faults', 'wait p50 s', 'p95 s', 'longest s', 'RATIO p50', 'RATIO p95'],
    rows,
    notes: [
      `Images that take ${GOOD_MS} ms at a good worker and ${SLOW_MS} ms at the slow one; ${ORDERS_PER_SECOND} orders a second at random.`,
      'Wait: from the order to the result. RATIO: to the line above.',
    ],
  };
}

interface Result {
  /** Seconds of the completed jobs. */
  readonly waits: readonly number[];
  readonly faults: number;
}

async function measure(closing: Closing, workers: Workers, orders: number): Promise<Result> {
  const service = await startService(closing);
  const { database } = service;
  const accounts = await createAccounts(database, ACCOUNTS);
  const stop = new AbortController();
  const working = Object.entries(workers).map(([name, render]) =>
    startWorker(service, { name, render, stop: stop.signal }),
  );
  closing.add(async () => {
    stop.abort();
    await Promise.all(working);
  });
  await database.query(`delete from workers where name = 'ready-worker'`);
  while ((await database.query('select from workers')).length < working.length) await pause(POLL_MS);
  const random = createRandom(39);
  const placed: Promise<void>[] = [];
  for (let order = 0; order < orders; order++) {
    placed.push(placeImage(service, accounts[order % ACCOUNTS] as Account));
    await pause(1000 * random.wait(ORDERS_PER_SECOND));
  }
  await Promise.all(placed);
  while ((await database.query('select from open_jobs')).length > 0) await pause(POLL_MS);
  const jobs = await database.query<{ wait: number; faults: number; state: string }>(
    'select extract(epoch from ended_at - created_at)::float8 as wait, faults, state from jobs',
  );
  const [ended] = await database.query<{ faults: number }>(
    `select count(*)::int as faults from ended_attempts where outcome = 'fault'`,
  );
  const completed = jobs.filter(({ state }) => state === 'completed');
  return { waits: completed.map(({ wait }) => wait), faults: ended?.faults ?? 0 };
}

export const broken: Topic = {
  name: 'broken',
  summary: 'waits while one of four workers is broken and one slow (7 minutes)',
  long: true,
  run,
};
