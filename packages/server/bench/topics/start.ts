import { Client } from 'undici';
import { type Child, startChild } from '../child.ts';
import { machineMs } from '../machine-clock.ts';
import type { Leased, Wait } from '../processes/waiting-worker.ts';
import { acceptRequest } from '../requests.ts';
import { type Account, createAccounts, startService } from '../service.ts';
import { median, number, quantile } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const GOAL_MS = 20;
const JOBS = 200;
const QUICK_JOBS = 10;
/** Long enough for the worker's next lease request to wait; random, so that it is not in phase with a timer. */
const MIN_PAUSE_MS = 40;
const UNEVEN_MS = 40;

/** A server with one waiting worker. */
interface Scene {
  readonly client: Client;
  readonly worker: Child<Wait, Leased>;
  readonly wait: Wait;
  readonly fromPost: number[];
  readonly fromAnswer: number[];
}

async function run({ quick, closing }: Run): Promise<Table> {
  const service = await startService(closing);
  const [account] = await createAccounts(service.database);
  const bareUrl = await startChild<object, string>('bare-fastify', closing).ask({});
  const openScene = (url: string): Scene => {
    const client = new Client(url);
    closing.add(() => client.destroy());
    const worker: Child<Wait, Leased> = startChild('waiting-worker', closing);
    return { client, worker, wait: { url, workerToken: service.workerToken }, fromPost: [], fromAnswer: [] };
  };
  const kinora = openScene(service.url);
  const bare = openScene(bareUrl);
  const jobs = quick ? QUICK_JOBS : JOBS;
  for (const scene of [kinora, bare]) await startOne(scene, account as Account);
  for (const times of [kinora.fromPost, kinora.fromAnswer, bare.fromPost, bare.fromAnswer]) times.length = 0;
  for (let job = 0; job < jobs; job++) {
    for (const scene of [kinora, bare]) await startOne(scene, account as Account);
  }
  return {
    title: `start: a waiting worker gets an accepted job, ${jobs} jobs one after the other`,
    header: ['', 'median ms', 'p95 ms', 'p99 ms', 'most ms', 'RATIO', 'goal ms', ''],
    rows: [
      row('Kinora, from the 200 of the acceptance', kinora.fromAnswer, undefined, GOAL_MS),
      row('Kinora, from before the POST', kinora.fromPost, undefined),
      row('bare Fastify, from before the POST', bare.fromPost, kinora.fromPost),
    ],
    notes: [
      'Until the lease is received in the worker’s process. The bare Fastify stores nothing.',
      'RATIO: Kinora’s median over that of the row.',
    ],
  };
}

async function startOne(scene: Scene, account: Account): Promise<void> {
  const { client, worker, wait } = scene;
  const leasing = worker.ask(wait);
  await pause(MIN_PAUSE_MS + Math.random() * UNEVEN_MS);
  const postedAt = machineMs();
  const response = await client.request(acceptRequest(account));
  const answer = (await response.body.json()) as { job_id?: string };
  const answeredAt = machineMs();
  const leased = await leasing;
  if (leased.jobId !== answer.job_id) {
    throw new Error(`accepted ${JSON.stringify(answer)}, but the worker got ${leased.jobId}`);
  }
  scene.fromPost.push(leased.atMs - postedAt);
  scene.fromAnswer.push(leased.atMs - answeredAt);
}

function row(name: string, times: readonly number[], kinora: readonly number[] | undefined, goal?: number) {
  const p99 = quantile(times, 0.99);
  return [
    name,
    number(median(times), 2),
    number(quantile(times, 0.95), 2),
    number(p99, 2),
    number(Math.max(...times), 2),
    kinora === undefined ? '' : number(median(kinora) / median(times), 2),
    goal === undefined ? '' : `< ${goal}`,
    goal === undefined ? '' : verdict(goal, median(times), p99, 'p99'),
  ];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const start: Topic = { name: 'start', summary: 'from acceptance to a waiting worker’s start', run };
