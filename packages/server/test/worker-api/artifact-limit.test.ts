import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type CompleteRequest, leaseSecretHeader, refused } from '@kinora/contract';
import { paddedPng } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { pino } from 'pino';
import { createHttpServer } from '../../src/http/server.ts';
import { workerRoutes } from '../../src/http/worker-api/worker-routes.ts';
import { createEphemeralJobs } from '../../src/jobs/ephemeral-jobs.ts';
import { createJobWatch } from '../../src/jobs/watch-jobs.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { createLeaseBroker } from '../../src/queue/lease-broker.ts';
import { artifactKey } from '../../src/storage/blob-keys.ts';
import { createFileBlobs } from '../../src/storage/file-blobs.ts';
import { createAuthenticateWorker } from '../../src/workers/authenticate-worker.ts';
import { leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { openOnly } from '../support/default-catalogue.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { noProvenance } from '../support/no-provenance.ts';
import { sendRaw } from '../support/raw-http.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { completion } from '../support/worker-calls.ts';

/** The limit of an image of 1024x1024: four bytes per pixel and 1 MiB. */
const LIMIT = 5 * 1024 * 1024;
const TOKEN = 'a-token-for-tests-only';
const claim = leaseRequest();

let books: TestDatabase;
let dataDir: string;
let url: string;
const server = createHttpServer(pino({ level: 'silent' }));

before(async () => {
  books = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-limit-'));
  const { database } = books;
  const broker = createLeaseBroker(
    (request) => claimJob(database, request),
    async () => {},
    () => {},
  );
  const ephemeralJobs = createEphemeralJobs(
    database,
    createJobWatch(database, () => {}),
    null,
  );
  const catalogue = openOnly();
  const dependencies = { database, broker, catalogue, clock: systemClock, blobs: createFileBlobs(dataDir) };
  server.register(
    async (routes) =>
      workerRoutes(routes, {
        ...dependencies,
        authenticateWorker: createAuthenticateWorker(database, TOKEN),
        wake: broker.wake,
        ephemeralJobs,
        provenance: noProvenance,
        markImage: async () => refused('not in this test'),
        decodeVideo: async () => true,
        usualCost: () => undefined,
        waitLimitOf: () => undefined,
        onBlocked: async () => {},
      }),
    { prefix: '/worker/v1' },
  );
  server.addHook('onClose', () => broker.close());
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await server.close();
  await books.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('an upload above what its job can need is rejected, however it is sent', async () => {
  verifies('DEC-ARTIFACT-02');
  await acceptorOf(books.database)(jobRequest(await newAccount(books.database, 100)));
  const lease = await takeLease(createLeaseClient(url, TOKEN), claim);
  const head = (...lines: string[]) =>
    [
      `PUT /worker/v1/leases/${lease.job_id}/1/artifacts/result.png HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${TOKEN}`,
      `${leaseSecretHeader}: ${lease.secret}`,
      'Content-Type: application/octet-stream',
      ...lines,
      '\r\n',
    ].join('\r\n');
  const whole = Buffer.alloc(LIMIT);
  const piece = [`${LIMIT.toString(16)}\r\n`, whole, '\r\n'];
  const chunked = head('Transfer-Encoding: chunked');

  // The rejected uploads are still being sent when they get the response.
  const uploads = [
    await sendRaw(url, [head(`Content-Length: ${LIMIT}`), whole]),
    await sendRaw(url, [chunked, ...piece, '0\r\n\r\n']),
    await sendRaw(url, [head(`Content-Length: ${100 * LIMIT}`), whole, 'x']),
    await sendRaw(url, [chunked, ...piece, ...piece]),
  ];
  assert.deepEqual(
    uploads.map(({ status }) => status),
    [200, 200, 400, 400],
  );
  for (const { body, headers } of uploads.slice(2)) {
    assert.match(body.toString(), /this artifact may have at most 5\.0 MiB/);
    assert.equal(headers.get('connection'), 'close');
  }
  assert.deepEqual(await storedFiles(), ['result.png']);
});

test('an upload directly to the store has the same limit', async () => {
  verifies('DEC-STORAGE-02', 'DEC-ARTIFACT-02');
  await acceptorOf(books.database)(jobRequest(await newAccount(books.database, 100)));
  const client = createLeaseClient(url, TOKEN);
  const lease = await takeLease(client, claim);
  const key = artifactKey(lease.job_id, lease.attempt, 'result.png');
  const largest = paddedPng(samplePng(lease.task), LIMIT);
  const result = completion(lease, largest) as CompleteRequest;
  await createFileBlobs(dataDir).put(key, Buffer.alloc(LIMIT + 1));
  await assert.rejects(
    client.complete(lease, result),
    /returned 400.*this artifact may have at most 5\.0 MiB/,
  );
  await createFileBlobs(dataDir).put(key, largest);
  await client.complete(lease, result);
});
