import { createKinoraClient } from '@kinora/client';
import { Pool } from 'undici';
import { startKinora } from '../../test/support/service-process.ts';
import { startChild } from '../child.ts';
import { type Closing, createClosing } from '../closing.ts';
import { acceptRequest } from '../requests.ts';
import { residentMb } from '../resident-memory.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { median, number, spread } from '../spread.ts';
import { type Table, verdict } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const SERVER_GOAL_MB = 150;
const WORKER_GOAL_MB = 600;
// A server that is quiet returns memory within a minute.
const FULL = {
  rounds: 3,
  idleMs: 5000,
  requests: 100_000,
  quietMs: 65_000,
  videoSeconds: 5,
  largestSeconds: 10,
};
const QUICK = { rounds: 1, idleMs: 200, requests: 200, quietMs: 200, videoSeconds: 1, largestSeconds: 1 };
const HD = { width: 1280, height: 720 };
const LARGEST = { width: 2560, height: 1440 };
const CONNECTIONS = 32;

type Effort = typeof FULL;

/** Resident memory in MB, fresh and used; one value a round. */
interface Process {
  readonly idle: number[];
  readonly used: number[];
  /** After the largest video; of the worker only. */
  readonly largest: number[];
  /** A minute after it was used. */
  readonly quiet: number[];
}

async function run({ quick, closing }: Run): Promise<Table> {
  const effort = quick ? QUICK : FULL;
  const server: Process = { idle: [], used: [], largest: [], quiet: [] };
  const bare: Process = { idle: [], used: [], largest: [], quiet: [] };
  const worker: Process = { idle: [], used: [], largest: [], quiet: [] };
  for (let round = 0; round < effort.rounds; round++) {
    const ofRound = createClosing();
    closing.add(() => ofRound.close());
    await measureBare(bare, effort, ofRound);
    await measureKinora(server, worker, effort, ofRound);
    await ofRound.close();
  }
  const requests = number(effort.requests);
  const idle = `idle, ${number(effort.idleMs / 1000, quick ? 1 : 0)} s after start`;
  return {
    title: 'memory: resident memory of a process',
    header: ['', 'MB', 'RATIO', 'goal MB', ''],
    rows: [
      row(`server, ${idle}`, server.idle, bare.idle, SERVER_GOAL_MB),
      row(`server, after ${requests} accepted requests`, server.used, bare.used, SERVER_GOAL_MB),
      row('server, a quiet minute later', server.quiet, bare.used, SERVER_GOAL_MB),
      row(`bare Fastify, ${idle}`, bare.idle),
      row(`bare Fastify, after ${requests} requests`, bare.used),
      row(`worker, ${idle}`, worker.idle, bare.idle),
      row(`worker, after a ${effort.videoSeconds} s video of 1280x720`, worker.used, bare.used),
      row(
        `worker, after a ${effort.largestSeconds} s video of 2560x1440`,
        worker.largest,
        bare.used,
        WORKER_GOAL_MB,
      ),
      row('worker, a quiet minute later', worker.quiet, bare.used),
    ],
    notes: [
      'Median of the runs (least–most), in 10^6 bytes; PostgreSQL not counted. RATIO: over the bare Fastify in the same state.',
    ],
  };
}

async function measureBare(bare: Process, { idleMs, requests }: Effort, closing: Closing): Promise<void> {
  const child = startChild<object, string>('bare-fastify', closing);
  const url = await child.ask({});
  await pause(idleMs);
  bare.idle.push(residentMb(child.pid));
  await sendMany(url, requests, [{ id: '', apiKey: '', headers: {} }], closing);
  bare.used.push(residentMb(child.pid));
}

async function measureKinora(
  server: Process,
  worker: Process,
  { idleMs, requests, quietMs, videoSeconds, largestSeconds }: Effort,
  closing: Closing,
): Promise<void> {
  const service = await startService(closing);
  await pause(idleMs);
  server.idle.push(residentMb(service.pid));

  // This worker claims only videos, so the images stay queued.
  const workerProcess = startKinora(['worker', '--pools', 'video'], {
    KINORA_SERVER_URL: service.url,
    KINORA_WORKER_TOKEN: service.workerToken,
    // As `npm run worker` does.
    NODE_OPTIONS: '--max-semi-space-size=4',
  });
  closing.add(() => workerProcess.end('SIGTERM'));
  await pause(idleMs);
  worker.idle.push(residentMb(workerProcess.child.pid ?? 0));

  const accounts = await createAccounts(service.database);
  await sendMany(service.url, requests, accounts, closing);
  server.used.push(residentMb(service.pid));

  await renderVideo(service, accounts, { ...HD, duration: videoSeconds });
  worker.used.push(residentMb(workerProcess.child.pid ?? 0));
  await renderVideo(service, accounts, { ...LARGEST, duration: largestSeconds });
  worker.largest.push(residentMb(workerProcess.child.pid ?? 0));

  await pause(quietMs);
  server.quiet.push(residentMb(service.pid));
  worker.quiet.push(residentMb(workerProcess.child.pid ?? 0));
}

async function sendMany(url: string, count: number, accounts: readonly Account[], closing: Closing) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  closing.add(() => pool.destroy());
  const one = async (at: number): Promise<void> => {
    const { statusCode, body } = await pool.request(acceptRequest(accounts[at % accounts.length] as Account));
    await body.dump();
    if (statusCode !== 200) throw new Error(`a request got status ${statusCode}`);
  };
  await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
}

async function renderVideo(
  { url }: Service,
  [account]: readonly Account[],
  size: { readonly width: number; readonly height: number; readonly duration: number },
): Promise<void> {
  const client = createKinoraClient({
    baseUrl: `${url}/api`,
    apiKey: account?.apiKey ?? '',
    userAgent: 'kinora-bench/1.0',
  });
  const accepted = await client.generateVideo({
    prompt: 'a lighthouse above a stormy sea',
    seed: 7,
    ...size,
  });
  const { status, error } = await client.waitFor(accepted);
  if (status !== 'completed') throw new Error(`the video is ${status}: ${error}`);
}

function row(name: string, mb: readonly number[], baseline?: readonly number[], goalMb?: number): string[] {
  return [
    name,
    spread(mb),
    baseline === undefined ? '' : number(median(mb) / median(baseline), 2),
    goalMb === undefined ? '' : `< ${goalMb}`,
    goalMb === undefined ? '' : verdict(goalMb, median(mb), Math.max(...mb), 'most'),
  ];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const memory: Topic = { name: 'memory', summary: 'resident memory of server and worker', run };
