import { setTimeout as pause } from 'node:timers/promises';
import type { Rendering } from '@kinora/testing/one-at-a-time';
import { type KinoraProcess, startKinora } from '../../test/support/service-process.ts';
import { type Child, startChild } from '../child.ts';
import type { Closing } from '../closing.ts';
import type { StandIn, StandInState } from '../processes/renderer-stand-in.ts';
import { processorMs } from '../processor-time.ts';
import { BODY, GENERATE_PATH } from '../requests.ts';
import { residentMb } from '../resident-memory.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { VIDEO } from './media-pool.ts';
import type { Row } from './rows.ts';

export interface Figures {
  /** Share of the time from the first start to the last end in which the renderer rendered; of a queue only. */
  readonly busy?: number;
  readonly perMinute?: number;
  /** From the end of each rendering to the start of the next. */
  readonly gapsMs: readonly number[];
  /** From the order to the completion, less the rendering; of jobs alone only. */
  readonly besideMs: readonly number[];
  /** Processor time of the worker per job. */
  readonly processorMs?: number;
  /** Resident memory of the worker when the last job has ended. */
  readonly workerMb?: number;
}

/** Jobs that are not counted: the worker loads engine, classifier and watermark with them. */
const WARM_UP = 3;
const ALONE = 5;
const QUICK_JOBS = 3;
/** A row may take this long, and this much for each job beside its rendering, on a busy machine. */
const START_LIMIT_MS = 90_000;
const JOB_LIMIT_MS = 6_000;
const POLL_MS = 200;
/** When a job alone has ended must be known more exactly. */
const POLL_ALONE_MS = 10;
/** Uneven, so that an order is not in phase with a timer of the worker. */
const MIN_IDLE_MS = 700;
const UNEVEN_MS = 600;

/** A service, a worker with its defaults, and a renderer, each in its own processes. */
interface Scene {
  readonly row: Row;
  readonly service: Service;
  readonly accounts: readonly Account[];
  readonly worker: KinoraProcess;
  readonly renderer: Child<StandIn, StandInState>;
  readonly standIn: StandIn;
}

export async function measureRow(
  row: Row,
  media: string,
  quick: boolean,
  closing: Closing,
): Promise<Figures> {
  const service = await startService(closing);
  const accounts = await createAccounts(service.database, 4);
  const { engine, medium, renderMs } = row;
  const standIn: StandIn = { engine, medium, renderMs, media };
  const renderer: Child<StandIn, StandInState> = startChild('renderer-stand-in', closing);
  const { url } = await renderer.ask(standIn);
  const counted = quick ? QUICK_JOBS : (row.waiting ?? ALONE);
  const first = WARM_UP + (row.waiting === undefined ? 0 : counted);
  await Promise.all(Array.from({ length: first }, (_, at) => order(service, accounts, row, at)));
  // It allowed orders while there was no worker.
  await service.database.query(`delete from workers where name = 'ready-worker'`);
  const serverUrl = row.isSlow
    ? await startChild<{ target: string }, string>('slow-network', closing).ask({ target: service.url })
    : service.url;
  const worker = startWorker(serverUrl, service.workerToken, engine, url);
  closing.add(() => worker.end('SIGTERM'));
  const scene: Scene = { row, service, accounts, worker, renderer, standIn };
  return row.waiting === undefined ? measureAlone(scene, counted) : measureQueue(scene, counted);
}

function startWorker(serverUrl: string, token: string, engine: Row['engine'], url: string): KinoraProcess {
  return startKinora(['worker'], {
    KINORA_SERVER_URL: serverUrl,
    KINORA_WORKER_TOKEN: token,
    KINORA_ENGINE: engine,
    KINORA_LOG_LEVEL: 'info',
    // As `npm run worker` does.
    NODE_OPTIONS: '--max-semi-space-size=4',
    ...(engine === 'comfyui'
      ? { KINORA_COMFYUI_URL: url }
      : {
          KINORA_OPENAI_URL: url,
          KINORA_OPENAI_IMAGE_MODEL: 'painter',
          KINORA_OPENAI_VIDEO_MODEL: 'director',
        }),
  });
}

async function measureQueue(scene: Scene, counted: number): Promise<Figures> {
  const pid = scene.worker.child.pid ?? 0;
  const warmedUp = await completed(scene, WARM_UP, POLL_MS);
  const before = processorMs(pid);
  const done = await completed(scene, WARM_UP + counted, POLL_MS);
  const used = processorMs(pid) - before;
  const workerMb = residentMb(pid);
  const renderings = (await renderingsOf(scene, done)).slice(WARM_UP);
  const spanMs = (renderings.at(-1)?.endedAt ?? 0) - (renderings[0]?.startedAt ?? 0);
  const busyMs = renderings.reduce((sum, one) => sum + durationOf(one), 0);
  return {
    busy: busyMs / spanMs,
    perMinute: (counted * 60_000) / spanMs,
    gapsMs: renderings.slice(1).map(({ startedAt }, at) => startedAt - (renderings[at] as Rendering).endedAt),
    besideMs: [],
    processorMs: used / (done - warmedUp),
    workerMb,
  };
}

async function measureAlone(scene: Scene, counted: number): Promise<Figures> {
  const { service, accounts, row } = scene;
  await completed(scene, WARM_UP, POLL_MS);
  const besideMs: number[] = [];
  for (let at = WARM_UP; at < WARM_UP + counted; at++) {
    await pause(MIN_IDLE_MS + Math.random() * UNEVEN_MS);
    const orderedAt = performance.now();
    await order(service, accounts, row, at);
    await completed(scene, at + 1, POLL_ALONE_MS);
    const allMs = performance.now() - orderedAt;
    const last = (await renderingsOf(scene, at + 1)).at(-1) as Rendering;
    besideMs.push(allMs - durationOf(last));
  }
  return { besideMs, gapsMs: [] };
}

const durationOf = ({ startedAt, endedAt }: Rendering): number => endedAt - startedAt;

/** Throws unless each job was rendered exactly once. */
async function renderingsOf(
  { renderer, standIn, worker }: Scene,
  jobs: number,
): Promise<readonly Rendering[]> {
  const { renderings } = await renderer.ask(standIn);
  if (renderings.length !== jobs)
    throw new Error(`${jobs} jobs took ${renderings.length} renderings:\n${worker.output().slice(-3000)}`);
  return renderings;
}

/** The number of completed jobs once it is at least `count`. */
async function completed({ service, row, worker }: Scene, count: number, pollMs: number): Promise<number> {
  const limitMs = START_LIMIT_MS + count * (row.renderMs + JOB_LIMIT_MS);
  const deadline = performance.now() + limitMs;
  for (;;) {
    const [jobs] = await service.database.query<{ completed: number; lost: number }>(
      `select count(*) filter (where state = 'completed')::int as completed,
              count(*) filter (where state in ('failed', 'blocked'))::int as lost from jobs`,
    );
    if (jobs === undefined || jobs.lost > 0 || performance.now() > deadline)
      throw new Error(`of ${count} jobs ${JSON.stringify(jobs)}:\n${worker.output().slice(-3000)}`);
    if (jobs.completed >= count) return jobs.completed;
    await pause(pollMs);
  }
}

async function order(
  { url }: Service,
  accounts: readonly Account[],
  { medium }: Row,
  at: number,
): Promise<void> {
  const { headers } = accounts[at % accounts.length] as Account;
  const { width, height } = VIDEO;
  const [orderPath, body] =
    medium === 'image'
      ? [GENERATE_PATH, { ...BODY, seed: at }]
      : ['/v1/videos/generate', { prompt: BODY.prompt, seed: at, width, height, duration: 5 }];
  const response = await fetch(url + orderPath, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${orderPath} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
