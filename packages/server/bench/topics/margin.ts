import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../fairness/random.ts';
import { placeImage, startWorker } from '../images-by-workers.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const RENDER_MS = 150;
/** Two thirds of what the cheap worker renders. */
const ORDERS_PER_SECOND = 4;
const FULL_ORDERS = 1000;
const QUICK_ORDERS = 60;
const ACCOUNTS = 10;
const POLL_MS = 200;
/** US cents of an image. */
const COSTS = { cheap: 0.4, dear: 3.5 } as const;
/** The shares of the orders between which the cheap worker is away. */
const AWAY = [0.3, 0.6] as const;

type Name = keyof typeof COSTS;

const render = () => pause(RENDER_MS);

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const orders = quick ? QUICK_ORDERS : FULL_ORDERS;
  const service = await startService(closing);
  const { database } = service;
  const accounts = await createAccounts(database, ACCOUNTS);
  const workers = createWorkers(service);
  closing.add(workers.stop);
  await database.query(`delete from workers where name = 'ready-worker'`);
  workers.start('cheap');
  workers.start('dear');
  while ((await database.query('select from workers')).length < 2) await pause(POLL_MS);
  const random = createRandom(40);
  const placed: Promise<void>[] = [];
  const at = (share: number) => Math.floor(share * orders);
  for (let order = 0; order < orders; order++) {
    if (order === at(AWAY[0])) await workers.end('cheap');
    if (order === at(AWAY[1])) workers.start('cheap');
    placed.push(placeImage(service, accounts[order % ACCOUNTS] as Account));
    await pause(1000 * random.wait(ORDERS_PER_SECOND));
  }
  await Promise.all(placed);
  while ((await database.query('select from open_jobs')).length > 0) await pause(POLL_MS);
  const filled = await readFilled(service);
  const rows = (Object.keys(COSTS) as Name[]).map((name) => {
    const of = filled.find(({ worker }) => worker === name) ?? { jobs: 0, cost: 0, earned: 0, waits: [] };
    const byHand = of.jobs * COSTS[name];
    if (Math.abs(byHand - of.cost) > 1e-6) reportFailure(`${name}: ${of.cost} cents instead of ${byHand}`);
    return rowOf(name, of, byHand);
  });
  const sum = (of: 'jobs' | 'cost' | 'earned') => filled.reduce((total, row) => total + row[of], 0);
  if (sum('jobs') !== orders) reportFailure(`${orders - sum('jobs')} orders failed`);
  const [ledger] = await database.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from ledger_transactions
     join postings on transaction_id = ledger_transactions.id where destination = 'revenue'`,
  );
  if (ledger?.cents !== sum('earned')) reportFailure(`the ledger has ${ledger?.cents} cents of revenue`);
  const all = {
    jobs: sum('jobs'),
    cost: sum('cost'),
    earned: sum('earned'),
    waits: filled.flatMap(({ waits }) => waits),
  };
  const byHand = filled.reduce((total, { worker, jobs }) => total + jobs * COSTS[worker], 0);
  return {
    title: `margin: ${orders} images over a cheap worker that goes away and a dear one`,
    header: ['', 'images', 'earned c', 'cost c', 'by hand c', 'margin', 'wait p50 s', 'p95 s'],
    rows: [...rows, rowOf('both', all, byHand)],
    notes: [
      `An image costs ${COSTS.cheap} cents at the cheap worker and ${COSTS.dear} at the dear one, and takes ${RENDER_MS} ms; ${ORDERS_PER_SECOND} orders a second at random.`,
      `The cheap worker is stopped after ${at(AWAY[0])} orders and started again after ${at(AWAY[1])}.`,
    ],
  };
}

function createWorkers(service: Service) {
  const running = new Map<Name, { readonly stop: AbortController; readonly done: Promise<void> }>();
  async function end(name: Name): Promise<void> {
    running.get(name)?.stop.abort();
    await running.get(name)?.done;
    running.delete(name);
  }
  return {
    start(name: Name): void {
      const stop = new AbortController();
      const costs = new Map([['image', COSTS[name]]]);
      const done = startWorker(service, { name, costs, render, stop: stop.signal });
      running.set(name, { stop, done });
    },
    end,
    stop: async () => void (await Promise.all([...running.keys()].map(end))),
  };
}

interface Filled {
  readonly jobs: number;
  readonly cost: number;
  readonly earned: number;
  readonly waits: readonly number[];
}

/** What was recorded as the cost of the jobs of each worker, and what their charges brought. */
function readFilled({ database }: Service): Promise<(Filled & { readonly worker: Name })[]> {
  return database.query(
    `select worker, count(*)::int as jobs, sum(cost_cents)::float8 as cost, sum(charges.price_cents)::int as earned,
       array_agg(extract(epoch from ended_at - created_at)::float8) as waits
     from jobs join charges on charges.job_id = jobs.id
     where jobs.state = 'completed' group by worker order by worker`,
  );
}

function rowOf(name: string, { jobs, cost, earned, waits }: Filled, byHand: number): string[] {
  const margin = earned === 0 ? '' : `${number(100 * (1 - cost / earned), 1)} %`;
  const quantiles = [0.5, 0.95].map((share) => (jobs === 0 ? '' : number(quantile(waits, share), 2)));
  return [name, number(jobs), number(earned), number(cost, 1), number(byHand, 1), margin, ...quantiles];
}

export const margin: Topic = {
  name: 'margin',
  summary: 'what a cheap worker and a dear one are filled with, cost and earn (5 minutes)',
  long: true,
  run,
};
