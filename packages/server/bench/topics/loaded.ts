import type { RenderOperation } from '@kinora/contract';
import type { Database } from '../../src/db/database.ts';
import { imageOf, videoOf } from '../../test/support/default-catalogue.ts';
import type { Order } from '../fairness/day.ts';
import { createRandom } from '../fairness/random.ts';
import {
  accept,
  claimFor,
  finish,
  openScene,
  passTime,
  type SimulatedJob,
  workerOf,
} from '../fairness/scene.ts';
import { openQueueDatabases } from '../queue-database.ts';
import { median, number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

/** One renderer that needs this long to change its model. */
const LOAD_SECONDS = 20;
const IMAGE_SECONDS = 3;
const VIDEO_SECONDS = 10;
const IMAGE_SHARE = 0.7;
const ACCOUNTS = 20;
/** Bounds in seconds; the first is strict order. */
const BOUNDS = [0, 15, 30, 60, 120, 300];
const FULL_JOBS = 400;
const QUICK_JOBS = 40;

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const orders = planOrders(quick ? QUICK_JOBS : FULL_JOBS);
  const databases = await openQueueDatabases(
    closing,
    BOUNDS.map((bound) => `loaded_${bound}`),
  );
  const results: Result[] = [];
  for (const [at, bound] of BOUNDS.entries()) {
    const database = databases[at];
    if (database === undefined) throw new Error('there is a database for each bound');
    results.push(await simulate(database, orders, bound));
  }
  const strict = results[0] as Result;
  const rows = results.map((result, at) => {
    const bound = BOUNDS[at] ?? 0;
    const extra = result.starts.map((start, job) => start - (strict.starts[job] ?? 0));
    const longest = Math.max(...extra);
    if (longest > bound) reportFailure(`with ${bound} s a job waits ${number(longest)} s longer`);
    return [
      bound === 0 ? 'strict order' : `${bound} s`,
      number(result.jobsPerHour),
      number(result.jobsPerHour / strict.jobsPerHour, 2),
      number(result.loads),
      at === 0 ? '' : number(longest),
      at === 0 ? '' : number(median(extra)),
    ];
  });
  return {
    title: `loaded: one renderer, ${LOAD_SECONDS} s to change its model, ${orders.length} jobs that arrive faster than it renders`,
    header: [
      'bound',
      'jobs an hour',
      'RATIO',
      'models loaded',
      'longest extra wait s',
      'median extra wait s',
    ],
    rows,
    notes: [
      `${number(100 * IMAGE_SHARE)} % images of ${IMAGE_SECONDS} s and videos of ${VIDEO_SECONDS} s at random, by ${ACCOUNTS} accounts, claimed from the real queue.`,
      'Extra wait: of each job, compared with the same arrivals in strict order.',
    ],
  };
}

/** Arrivals about as fast as the renderer is without changes of its model, and some jobs that wait from the beginning. */
function planOrders(jobs: number): readonly Order[] {
  const random = createRandom(97);
  const mean = IMAGE_SHARE * IMAGE_SECONDS + (1 - IMAGE_SHARE) * VIDEO_SECONDS;
  let at = 0;
  return Array.from({ length: jobs }, (_, job) => {
    if (job >= ACCOUNTS) at += random.wait(1 / mean);
    const account = Math.floor(random.next() * ACCOUNTS);
    const more = { at, account, tier: 'pro' } as const;
    if (random.next() < IMAGE_SHARE) {
      const shape = { operation: 'image', model: 'image', width: 1024, height: 1024, frames: null } as const;
      return { ...more, shape, quote: imageOf(), seconds: IMAGE_SECONDS };
    }
    const shape = { operation: 'video', model: 'fast', width: 1280, height: 720, frames: 121 } as const;
    return { ...more, shape, quote: videoOf(), seconds: VIDEO_SECONDS };
  });
}

interface Result {
  readonly starts: readonly number[];
  readonly jobsPerHour: number;
  readonly loads: number;
}

async function simulate(database: Database, orders: readonly Order[], bound: number): Promise<Result> {
  const scene = await openScene<SimulatedJob>(database, [workerOf('one', ['image', 'video'])], ACCOUNTS);
  const [worker] = scene.workers;
  if (worker === undefined) throw new Error('the scene has a worker');
  const jobs: SimulatedJob[] = [];
  let loaded: RenderOperation | undefined;
  let loads = 0;
  let ended = 0;
  while (ended < orders.length) {
    const next = orders[jobs.length];
    const busy = worker.job === undefined ? Number.POSITIVE_INFINITY : worker.busyUntil;
    await passTime(scene, Math.max(0, Math.min(next?.at ?? Number.POSITIVE_INFINITY, busy) - scene.now));
    if (worker.job !== undefined && worker.busyUntil <= scene.now) {
      await finish(scene, worker.job);
      worker.job = undefined;
      ended += 1;
    }
    for (const order of orders.slice(jobs.length)) {
      if (order.at > scene.now) break;
      const job = { id: await accept(scene, order), order };
      scene.jobs.set(job.id, job);
      jobs.push(job);
    }
    if (worker.job !== undefined) continue;
    const model = loaded === 'video' ? 'fast' : 'image';
    await claimFor(scene, worker, {
      ...(loaded !== undefined && { loaded: { operation: loaded, model } }),
      seconds: bound,
    });
    const { operation } = (worker.job as SimulatedJob | undefined)?.order.shape ?? {};
    if (operation === undefined || operation === loaded) continue;
    loaded = operation;
    loads += 1;
    worker.busyUntil += LOAD_SECONDS;
  }
  return {
    starts: jobs.map(({ startedAt = 0 }) => startedAt),
    jobsPerHour: (3600 * orders.length) / scene.now,
    loads,
  };
}

export const loaded: Topic = { name: 'loaded', summary: 'jobs whose model is loaded first', run };
