import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { createAccount } from '../../src/accounts/create-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { UNLIMITED, violations } from '../support/jobs-under-test.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

/**
 * Zero retention, checked on disk: the service has a separate database, and every byte below its folder is
 * searched afterwards for prompts, uploads and results. That includes the database with its write-ahead log,
 * the data directory, the temporary folder and the output of the processes.
 */

const WORKER_TOKEN = 'a-token-for-tests-only';
const WORDS = `quokka${randomBytes(9).toString('hex')}`;

let folder: string;
let postgres: EmbeddedPostgres;
let database: Database;
let apiKey: string;
let upload: Buffer;
const services: ServiceProcess[] = [];
/** Byte sequences that must not be found anywhere, with a description. */
const canaries: { readonly what: string; readonly bytes: Buffer }[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-zero-retention-'));
  await mkdir(path.join(folder, 'tmp'));
  postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), randomBytes(16).toString('hex'));
  upload = await redAndBlue(160, 96).png({ compressionLevel: 0 }).toBuffer();
  canaries.push({ what: 'the prompt', bytes: Buffer.from(WORDS) });
  canaries.push({ what: 'the prompt in UTF-16', bytes: Buffer.from(WORDS, 'utf16le') });
  canaries.push({ what: 'the upload', bytes: Buffer.from(upload.subarray(200, 264)) });
  canaries.push({
    what: 'the upload as it was sent',
    bytes: Buffer.from(upload.toString('base64').slice(300, 380)),
  });
});
after(async () => {
  for (const { child, end } of services) if (child.exitCode === null) await end('SIGKILL');
  await postgres.stop().catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

async function start(args: readonly string[] = []): Promise<ServiceProcess> {
  const service = await startService(
    {
      DATABASE_URL: postgres.connectionString,
      KINORA_DATA_DIR: path.join(folder, 'data'),
      KINORA_WORKER_TOKEN: WORKER_TOKEN,
      KINORA_LOG_LEVEL: 'trace',
      TMPDIR: path.join(folder, 'tmp'),
    },
    args,
  );
  services.push(service);
  return service;
}

function post(
  url: string,
  kind: 'images' | 'videos',
  more: object = {},
  signal?: AbortSignal,
): Promise<Response> {
  const answer = fetch(`${url}/v1/${kind}/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'user-agent': 'kinora-tests/1.0',
      'content-type': 'application/json',
      'x-service-store': '0',
    },
    body: JSON.stringify({ prompt: `a lighthouse ${WORDS}`, ...more }),
    ...(signal && { signal }),
  });
  return within(() => `the answer of ${kind}/generate`, answer, SLOW_MS);
}

/** The bytes of a result, which must not be found anywhere. */
function output(what: string): Buffer {
  const bytes = randomBytes(20_000);
  canaries.push({ what: `the result that ${what}`, bytes: Buffer.from(bytes.subarray(1000, 1064)) });
  return bytes;
}

async function untilAllEnded(): Promise<void> {
  await until(async () => (await database.query('select from jobs where ended_at is null')).length === 0);
}

async function* filesBelow(place: string): AsyncGenerator<string> {
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield path.join(entry.parentPath, entry.name);
  }
}

test('no prompt, upload or result is stored after delivery, block, failure, disconnect and kill -9', async () => {
  verifies('DEC-STORE-07', 'V1-ENDPOINT-06');
  const service = await start(['--no-worker']);
  database = openDatabase({ connectionString: postgres.connectionString, onError: () => {} });
  await keepWorkerReady(database);
  const email = 'customer@example.com';
  const account = await createAccount(database, systemClock, {
    email,
    balanceCents: 10_000,
    operator: false,
  });
  assert.ok(account);
  apiKey = account.apiKey;
  await setLimits(database, account.accountId, UNLIMITED);
  const worker: LeaseClient = createLeaseClient(service.url, WORKER_TOKEN);
  const lease = () => takeLease(worker);

  const delivered = post(service.url, 'images');
  const toDeliver = await lease();
  await deliver(worker, toDeliver, samplePng(toDeliver.task, output('was delivered')));
  assert.equal((await delivered).status, 200);

  const init_image_base64 = upload.toString('base64');
  const blocked = post(service.url, 'videos', { init_image_base64 });
  const toBlock = await lease();
  await worker.initImage(toBlock, toBlock.task.init_image_path ?? '');
  await worker.upload(toBlock, 'result.mp4', output('was blocked'));
  await worker.block(toBlock, { category: 'sexual', reason: 'stopped' });
  assert.equal((await blocked).status, 451);

  const failed = post(service.url, 'images');
  const toFail = await lease();
  await worker.upload(toFail, 'result.png', output('failed'));
  await worker.fail(toFail, { reason: 'the engine broke', retryable: false });
  assert.equal((await failed).status, 500);

  const disconnect = new AbortController();
  const disconnected = assert.rejects(post(service.url, 'images', {}, disconnect.signal));
  const abandoned = await lease();
  await worker.upload(abandoned, 'result.png', output('was abandoned by its caller'));
  disconnect.abort();
  await disconnected;
  await untilAllEnded();

  const refused = await post(service.url, 'images', { prompt: `hardcore porn ${WORDS}` });
  assert.equal(refused.status, 451);

  const interrupted = assert.rejects(post(service.url, 'videos', { init_image_base64 }));
  const leased = await lease();
  await worker.upload(leased, 'result.mp4', output('was in memory when the server was killed'));
  await service.end('SIGKILL');
  await interrupted;

  // The embedded worker with the procedural engine must not leave anything in the temporary folder either.
  const restarted = await start();
  const response = await post(restarted.url, 'videos', {
    init_image_base64,
    duration: 1,
    width: 256,
    height: 256,
  });
  assert.equal(response.status, 200);
  const video = Buffer.from(await response.arrayBuffer());
  const middle = Math.floor(video.length / 2);
  canaries.push({ what: 'the video', bytes: video.subarray(middle, middle + 64) });
  await database.query(`update open_jobs set node_alive_until = now() - interval '1 second'`);
  await untilAllEnded();
  assert.deepEqual(await violations(database), []);

  // A checkpoint writes what the database has only in memory to its files.
  await database.query('checkpoint');
  assert.equal(await restarted.end('SIGTERM'), 0);
  await database.close();
  await postgres.stop();
  const places = new Map<string, Buffer>();
  for (const { child, output: printed } of services)
    places.set(`output of ${child.pid}`, Buffer.from(printed()));
  for await (const file of filesBelow(folder)) places.set(file, await readFile(file));
  // The email is stored, and it is found, so the search works.
  assert.ok([...places.values()].some((bytes) => bytes.includes(email)));
  const found = [...places].flatMap(([place, bytes]) =>
    canaries.filter((canary) => bytes.includes(canary.bytes)).map(({ what }) => `${what} is in ${place}`),
  );
  assert.deepEqual(found, []);
});
