import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type JobApiJobStatus, type JobType, publishWordsVersion } from '@kinora/contract';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { createAccount } from '../accounts/create-account.ts';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../db/database.ts';
import { listPublishedJobs } from '../jobs/works/list-works.ts';
import { publishWork } from '../jobs/works/publish-work.ts';
import { withdrawWork } from '../jobs/works/withdraw-work.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import { openStore } from '../storage/open-store.ts';
import { addTask } from '../tasks/add-task.ts';
import { requireSecrets } from '../wiring/installation.ts';
import { wirePreviews } from '../wiring/wire-previews.ts';
import { accessOf } from './account/access-of.ts';
import { recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

/** The account that they are of. Nobody can sign in to it: it has no password, and no email arrives there. */
const EMAIL = 'samples@kinora.invalid';
const POLL_MS = 1_000;
/** Who runs the command publishes them, and has no seed to hide. */
const CONSENT = { version: publishWordsVersion, showsSeed: true };

interface Sample {
  readonly type: JobType;
  readonly prompt: string;
  readonly width: number;
  readonly height: number;
  /** Frames of a video. */
  readonly length?: number;
}

const image = (width: number, height: number, prompt: string): Sample => ({
  type: 'image_hd',
  prompt,
  width,
  height,
});
const video = (prompt: string): Sample => ({
  type: 'video_hd',
  prompt,
  width: 1280,
  height: 720,
  length: 121,
});

/** Free of charge in a new catalogue. The built-in engine knows most of their words, too. */
const SAMPLES: readonly Sample[] = [
  video('a whale swimming over a coral reef, shoals of fish, light from above'),
  image(1280, 852, 'a sailing boat at sunset, calm sea, warm light'),
  image(1024, 1024, 'a lighthouse on a cliff in a storm at night, lightning'),
  image(852, 1280, 'hot air balloons over green hills in the morning'),
  video('a city street at night in the rain, neon lights, reflections'),
  image(1280, 720, 'snowy mountains above a lake at dawn, mist'),
  image(1024, 1024, 'a galaxy of stars above a desert, long exposure'),
  image(1280, 852, 'a red fox in a birch forest in autumn'),
];

const help = `Usage: kinora samples [--count N]
       kinora samples --remove

Makes pictures and videos with the engine of the running service and publishes them, so that its home page and Explore
show what it makes before anybody has published anything. They are orders of an account of their own, like everybody's;
a renderer that bills you bills them. What is published already is not made again.

  --count   How many, at most ${SAMPLES.length}. Default: ${SAMPLES.length}.
  --remove  Withdraws all of them.
`;

interface Scene {
  readonly database: Database;
  readonly config: Config;
  readonly blobs: Blobs;
}

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { count: { type: 'string' }, remove: { type: 'boolean', default: false } },
    strict: true,
  });
  const count = Number(values.count ?? SAMPLES.length);
  if (!Number.isInteger(count) || count < 1 || count > SAMPLES.length) {
    throw new UsageError(`--count must be from 1 to ${SAMPLES.length}, not "${values.count}"`);
  }
  return withDatabase(async (database, _applied, config) => {
    const store = await openStore(config.s3, path.join(config.dataDir, 'blobs'));
    const scene = { database, config, blobs: store.blobs };
    try {
      await (values.remove ? remove(scene) : make(scene, SAMPLES.slice(0, count)));
    } finally {
      store.close();
    }
    return 0;
  });
}

async function make({ database, config, blobs }: Scene, samples: readonly Sample[]): Promise<void> {
  const { keys } = await requireSecrets(config);
  const accountId = (await findAccount(database)) ?? (await openAccount(database));
  const { baseUrl, accessToken } = await accessOf(database, config, keys, { id: accountId, email: EMAIL });
  const call = callerOf(`${baseUrl}/api`, accessToken);
  const published = await promptsOf(database, accountId);
  const missing = samples.filter(({ prompt }) => !published.has(prompt));
  const publishing = { database, blobs, clock: systemClock, ...wirePreviews(blobs) };
  for (const sample of missing) {
    const { job_id: jobId } = await call<{ job_id: string }>('/generate', { ...sample, age_verified: true });
    const outcome = await endOf(jobId, call);
    if (outcome.status !== 'completed') throw new Error(`"${sample.prompt}": ${outcome.error}`);
    await publishWork(publishing, accountId, jobId, CONSENT);
    writeText(`Published  ${sample.prompt}\n`);
  }
  await recordCommand(database, 'samples', accountId, {});
  if (missing.length === 0) writeText('All of them are published already.\n');
}

async function endOf(jobId: string, call: ReturnType<typeof callerOf>): Promise<JobApiJobStatus> {
  for (;;) {
    const job = await call<JobApiJobStatus>(`/job/${jobId}`);
    if (job.status !== 'queued' && job.status !== 'generating') return job;
    await sleep(POLL_MS);
  }
}

/** Calls the job API of the running service. */
function callerOf(address: string, token: string) {
  return async <Answer>(route: string, body?: object): Promise<Answer> => {
    const response = await fetch(address + route, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error(`the service does not answer at ${address}; start it first`);
    });
    const answer = (await response.json()) as Answer & { readonly error?: string };
    if (!response.ok) throw new Error(`the service refused: ${answer.error}`);
    return answer;
  };
}

async function remove({ database, blobs }: Scene): Promise<void> {
  const accountId = await findAccount(database);
  const works = accountId === undefined ? [] : await listPublishedJobs(database, accountId);
  const purgeCaches = (tx: Queryable, address: string) => addTask(tx, 'purge_caches', { path: address });
  for (const { jobId } of works) {
    await withdrawWork({ database, blobs, purgeCaches }, accountId ?? '', jobId);
  }
  if (accountId !== undefined) await recordCommand(database, 'samples --remove', accountId, {});
  writeText(`Withdrawn: ${works.length}.\n`);
}

async function findAccount(database: Database): Promise<string | undefined> {
  const [found] = await database.query<{ id: string }>('select id from accounts where email = $1', [EMAIL]);
  return found?.id;
}

async function openAccount(database: Database): Promise<string> {
  const account = { email: EMAIL, balanceCents: 0, operator: false };
  const opened = await createAccount(database, systemClock, account);
  if (opened === undefined) throw new Error('the account of the samples was opened by another command');
  return opened.accountId;
}

async function promptsOf(database: Database, accountId: string): Promise<ReadonlySet<string>> {
  const works = await database.query<{ prompt: string }>('select prompt from works where account_id = $1', [
    accountId,
  ]);
  return new Set(works.map(({ prompt }) => prompt));
}

export const samples: Command = { help, run };
