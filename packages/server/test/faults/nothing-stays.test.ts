import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { redAndBlue } from '@kinora/testing/pictures';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { createAccount } from '../../src/accounts/create-account.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { raiseLimits } from '../../src/jobs/accept/raise-limits.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { UNLIMITED, violations } from '../support/jobs-under-test.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

/**
 * Zero retention, looked for where it would show: a service with a database of its own, and every byte below its
 * folder searched afterwards for what was sent and made. That is the database with its log of changes, the data
 * directory, the temporary folder, and what the processes printed.
 */

const WORKER_TOKEN = 'a-token-for-tests-only';
const WORDS = `quokka${randomBytes(9).toString('hex')}`;

let folder: string;
let postgres: EmbeddedPostgres;
let database: Database;
let apiKey: string;
let upload: Buffer;
const services: ServiceProcess[] = [];
/** What must be found nowhere, and what it is. */
const canaries: { readonly what: string; readonly bytes: Buffer }[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-nothing-stays-'));
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

/** What a worker hands in, to be found nowhere. */
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

test('prompt, upload and result are nowhere after success, block, failure, hanging up and kill -9', async () => {
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
  await raiseLimits(database, account.accountId, UNLIMITED);
  const worker: LeaseClient = createLeaseClient(service.url, WORKER_TOKEN);
  const lease = () => takeLease(worker);

  const delivered = post(service.url, 'images');
  await deliver(worker, await lease(), output('was delivered'));
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

  const hangUp = new AbortController();
  const gone = assert.rejects(post(service.url, 'images', {}, hangUp.signal));
  const left = await lease();
  await worker.upload(left, 'result.png', output('nobody waited for'));
  hangUp.abort();
  await gone;
  await untilAllEnded();

  const refused = await post(service.url, 'images', { prompt: `hardcore porn ${WORDS}` });
  assert.equal(refused.status, 451);

  const cut = assert.rejects(post(service.url, 'videos', { init_image_base64 }));
  const held = await lease();
  await worker.upload(held, 'result.mp4', output('was held when the server was killed'));
  await service.end('SIGKILL');
  await cut;

  // The service's own worker with the built-in engine: it may leave nothing in the temporary folder either.
  const revived = await start();
  const whole = await post(revived.url, 'videos', {
    init_image_base64,
    duration: 1,
    width: 256,
    height: 256,
  });
  assert.equal(whole.status, 200);
  const clip = Buffer.from(await whole.arrayBuffer());
  const middle = Math.floor(clip.length / 2);
  canaries.push({ what: 'the clip', bytes: clip.subarray(middle, middle + 64) });
  await database.query(
    `update jobs set node_alive_until = now() - interval '1 second' where ended_at is null`,
  );
  await untilAllEnded();
  assert.deepEqual(await violations(database), []);

  // Everything reaches its file: what the database held in memory only, too.
  await database.query('checkpoint');
  assert.equal(await revived.end('SIGTERM'), 0);
  await database.close();
  await postgres.stop();
  const places = new Map<string, Buffer>();
  for (const { child, output: printed } of services)
    places.set(`output of ${child.pid}`, Buffer.from(printed()));
  for await (const file of filesBelow(folder)) places.set(file, await readFile(file));
  // What the database does keep is found, so the search would find the rest.
  assert.ok([...places.values()].some((bytes) => bytes.includes(email)));
  const found = [...places].flatMap(([place, bytes]) =>
    canaries.filter((canary) => bytes.includes(canary.bytes)).map(({ what }) => `${what} is in ${place}`),
  );
  assert.deepEqual(found, []);
});
