import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { acceptJobs } from '../accept-jobs.ts';
import type { Effort, Measured } from '../closed-loop.ts';
import { type Match, type Result, runContest } from '../contest.ts';
import type { HttpRequest } from '../processes/http-load.ts';
import { processorMs } from '../processor-time.ts';
import { httpLoad } from '../references.ts';
import { acceptRequest, jobPath } from '../requests.ts';
import { createAccounts, type Service, startService } from '../service.ts';
import { number, spread } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const ACCOUNTS = 2000;
const QUICK_ACCOUNTS = 64;
/** With the same load in all, and with the same load for each process. */
const CONNECTIONS = [128, 256];
const CONNECTIONS_OF_ONE = 128;
const JOBS = 1000;

/** A service whose load and processor time are measured. */
interface Scene {
  readonly service: Service;
  readonly accepts: readonly HttpRequest[];
  readonly polls: readonly HttpRequest[];
}

/** Processor ms of a request, one value a round. */
interface Cost {
  readonly server: number[];
  readonly postgres: number[];
}

async function run(bench: Run): Promise<Table> {
  const two = await openScene(bench, 2);
  const one = await openScene(bench, 1);
  const rows: string[][] = [];
  for (const [title, requests] of [
    [`accept, ${number(one.accepts.length)} accounts`, 'accepts'],
    ['poll', 'polls'],
  ] as const) {
    rows.push([title]);
    for (const connections of CONNECTIONS)
      rows.push(...(await compare(bench, two, one, requests, connections)));
  }
  return {
    title: 'processes: two server processes on one port, and one',
    header: ['', 'connections', 'requests/s', 'RATIO', 'server ms', 'OF ITS', 'PostgreSQL ms', 'OF ITS'],
    rows,
    notes: [
      `Median of the runs (least–most), on ${cpus().length} cores, which PostgreSQL and the load share. RATIO: two over one, run by run.`,
      'Server and PostgreSQL ms: the processor time of a request. Where it is the same, two processes carry twice as much on',
      `enough cores: compare them at ${CONNECTIONS[1]} connections, where each process has the load of the one. With half of it each,`,
      'they have smaller batches, which cost more a request.',
    ],
  };
}

async function openScene(bench: Run, processes: number): Promise<Scene> {
  const settings = { KINORA_PORT: String(await freePort()), KINORA_PROCESSES: String(processes) };
  const service = await startService(bench.closing, settings);
  const accounts = await createAccounts(service.database, bench.quick ? QUICK_ACCOUNTS : ACCOUNTS);
  const jobs = await acceptJobs(service, accounts, JOBS);
  return {
    service,
    accepts: accounts.map(acceptRequest),
    polls: jobs.map(({ jobId, account }) => ({
      method: 'GET',
      path: jobPath(jobId),
      headers: account.headers,
    })),
  };
}

async function compare(
  bench: Run,
  two: Scene,
  one: Scene,
  requests: 'accepts' | 'polls',
  connections: number,
): Promise<string[][]> {
  const costs: Record<'two' | 'one', Cost> = {
    two: { server: [], postgres: [] },
    one: { server: [], postgres: [] },
  };
  const measured = ({ service, [requests]: sent }: Scene, cost: Cost) =>
    costing(service, httpLoad(bench, service.url, sent), cost);
  const [match] = await runContest(
    bench,
    measured(two, costs.two),
    [
      {
        name: 'one process',
        measure: measured(one, costs.one),
        connectionsMax: CONNECTIONS_OF_ONE,
      },
    ],
    [connections],
    'two processes',
  );
  return match === undefined ? [] : rowsOf(match, costs.two, costs.one);
}

/** Measures with `load`, and what each of its requests takes of the processors. */
function costing(
  { pid, dataDir }: Service,
  load: (effort: Effort) => Promise<Measured>,
  cost: Cost,
): (effort: Effort) => Promise<Measured> {
  const postmaster = path.join(dataDir, '../postgres/cluster/postmaster.pid');
  const postgresPid = Number(readFileSync(postmaster, 'utf8').split('\n')[0]);
  return async (effort) => {
    const before = [processorMs(pid), processorMs(postgresPid)] as const;
    const measured = await load(effort);
    const requests = measured.perSecond * (effort.ms / 1000);
    cost.server.push((processorMs(pid) - before[0]) / requests);
    cost.postgres.push((processorMs(postgresPid) - before[1]) / requests);
    return measured;
  };
}

function rowsOf({ kinora, references }: Match, two: Cost, one: Cost): string[][] {
  const [reference] = references;
  if (reference === undefined) return [];
  const perSecond = ({ rounds }: Result) => rounds.map((round) => round.perSecond);
  const oneRounds = perSecond(reference);
  const twoRounds = perSecond(kinora);
  // The first of each is the warm-up.
  const costOf = ({ server, postgres }: Cost) => ({ server: server.slice(1), postgres: postgres.slice(1) });
  const [ofTwo, ofOne] = [costOf(two), costOf(one)];
  const ratios = (a: readonly number[], b: readonly number[]) =>
    spread(
      a.map((value, at) => value / (b[at] ?? Number.NaN)),
      2,
    );
  const row = (
    { name, connections }: Result,
    rounds: readonly number[],
    cost: Cost,
    isOne: boolean,
  ): string[] => [
    name,
    String(connections),
    spread(rounds),
    isOne ? ratios(twoRounds, oneRounds) : '',
    spread(cost.server, 3),
    isOne ? ratios(ofTwo.server, ofOne.server) : '',
    spread(cost.postgres, 3),
    isOne ? ratios(ofTwo.postgres, ofOne.postgres) : '',
  ];
  return [row(kinora, twoRounds, ofTwo, false), row(reference, oneRounds, ofOne, true)];
}

export const processes: Topic = {
  name: 'processes',
  summary: 'two server processes beside one, and what a request takes of the processors',
  run,
};
