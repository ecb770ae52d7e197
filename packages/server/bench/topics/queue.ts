import type { Database } from '../../src/db/database.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { createReadQueueOrder } from '../../src/queue/queue-order.ts';
import { createQueueView } from '../../src/queue/queue-view.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { countWorkers, listWorkers } from '../../src/workers/worker-health.ts';
import { leaseRequest } from '../../test/support/act-as-worker.ts';
import { nothingExpected } from '../../test/support/default-catalogue.ts';
import { insertJobs, inTurn, sql } from '../../test/support/insert-jobs.ts';
import { acceptorOf, jobRequest } from '../../test/support/jobs-under-test.ts';
import { readOpenJobs } from '../../test/support/open-jobs.ts';
import { openQueueDatabases } from '../queue-database.ts';
import { createAccounts } from '../service.ts';
import { median, number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL_RATIO = 1.5;
const FULL = { queued: 1_000_000, rounds: 600 };
const QUICK = { queued: 5_000, rounds: 20 };

/** Ended jobs in each database. */
const ENDED = 20_000;

const STEPS = ['accept', 'place', 'health', 'claim', 'order'] as const;
type Step = (typeof STEPS)[number];

const NAMES: Readonly<Record<Step, string>> = {
  accept: 'acceptance',
  place: 'position and wait of a job',
  health: 'workers and lengths, for /health',
  claim: 'claim',
  order: 'reading the order, once a second',
};

interface Scene {
  readonly ms: Readonly<Record<Step, number[]>>;
  /** Runs all steps for one job and measures each. */
  round(at: number): Promise<void>;
}

async function run({ quick, closing }: Run): Promise<Table> {
  const { queued, rounds } = quick ? QUICK : FULL;
  const [empty, full] = await openQueueDatabases(closing, ['without_queue', 'with_queue']);
  if (empty === undefined || full === undefined) throw new Error('two databases were requested');
  const withoutQueue = await openScene(empty, 0);
  const withQueue = await openScene(full, queued);
  for (let at = 0; at < rounds; at++) {
    // The second one has warm processor caches, so the order alternates.
    for (const scene of at % 2 === 0 ? [withoutQueue, withQueue] : [withQueue, withoutQueue]) {
      await scene.round(at);
    }
  }
  return {
    title: `queue: an empty queue and one of ${number(queued)} jobs, ${number(rounds)} rounds in alternation`,
    header: ['', 'empty ms', 'p95', 'full ms', 'p95', 'RATIO', 'goal', ''],
    rows: STEPS.map((step) => {
      const [before, after] = [withoutQueue.ms[step], withQueue.ms[step]];
      const ratio = median(after) / median(before);
      const isMeasured = step !== 'order';
      return [
        NAMES[step],
        ...[before, after].flatMap((times) => [number(median(times), 2), number(quantile(times, 0.95), 2)]),
        number(ratio, 2),
        isMeasured ? `≤ ${GOAL_RATIO}` : '',
        isMeasured ? (ratio <= GOAL_RATIO ? 'ok' : 'over') : '',
      ];
    }),
    notes: [
      'Medians, one request at a time. RATIO: the full queue over the empty one. A position includes its share of the',
      'readings of the order; the last row is the time of one such reading, of which there is at most one a second.',
    ],
  };
}

async function openScene(database: Database, queued: number): Promise<Scene> {
  const accounts = await createAccounts(database);
  await fillQueue(database, ENDED);
  // PostgreSQL plans by the statistics of the table, and every service has ended jobs.
  await database.query('truncate open_jobs');
  await database.query(`update jobs set state = 'failed', ended_at = now()`);
  if (queued > 0) await fillQueue(database, queued);
  await recordWorker(database, leaseRequest());
  await database.query('vacuum analyze');
  const accept = acceptorOf(database);
  const view = createQueueView(database, systemClock, nothingExpected);
  const readQueueOrder = createReadQueueOrder(database, systemClock, nothingExpected);
  await readQueueOrder();
  const ms: Scene['ms'] = { accept: [], place: [], health: [], claim: [], order: [] };
  const timed = async (step: Step, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await work();
    ms[step].push(performance.now() - startedAt);
  };
  return {
    ms,
    async round(at) {
      const account = accounts[at % accounts.length];
      const request = jobRequest(account?.id ?? '');
      await timed('accept', async () => {
        if (!(await accept(request)).ok) throw new Error('a job was rejected');
      });
      await timed('place', async () => {
        const [job] = await readOpenJobs(database, [request.jobId]);
        if (job === undefined || (await view.outlookOf(job)).position === undefined)
          throw new Error('a job has no position');
      });
      await timed('health', () =>
        Promise.all([countWorkers(database), listWorkers(database, 100), view.queued()]),
      );
      let claimed: string | undefined;
      await timed('claim', async () => {
        claimed = (await claimJob(database, leaseRequest()))?.id;
      });
      if (claimed === undefined) throw new Error('there is nothing to claim');
      await database.query(
        `with ended as (delete from open_jobs where id = $1 returning id)
         update jobs set state = 'failed', ended_at = now() from ended where jobs.id = ended.id`,
        [claimed],
      );
      if (at % 10 === 0) await timed('order', () => readQueueOrder());
    },
  };
}

/** Images and videos of all accounts, in rotation. */
async function fillQueue(database: Database, queued: number): Promise<void> {
  const medium = sql(`case when n % 2 = 0 then 'image' else 'video' end`);
  const model = sql(`(array['image', 'fast', 'image', 'quality'])[n % 4 + 1]`);
  const seed = sql('n / accounts');
  const job = { medium, operation: medium, model, seed, width: 1024, height: 576, frames: 121 };
  const places = { sortKey: 'seed * 5 + 10', virtualStart: 'seed * 5', serviceCost: 5 };
  await insertJobs(database, sql('owners.id'), job, inTurn(queued, 'accounts'), places);
}

export const queue: Topic = {
  name: 'queue',
  summary: 'acceptance, claim, position and health with a long queue',
  run,
};
