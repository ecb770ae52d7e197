import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createKinoraClient } from '@kinora/client';
import { verifies } from '@kinora/testing/requirements';
import { createAccount } from '../../src/accounts/create-account.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { s3Settings } from '../support/s3-server/s3-settings.ts';
import { kinora, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
let store: S3Server;
let settings: Record<string, string>;
before(async () => {
  books = await createTestDatabase();
  store = await startS3Server('media');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-cli-storage-'));
  await loadSecrets(dataDir);
  settings = {
    DATABASE_URL: books.connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_PORT: '0',
    AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    ...s3Settings(store),
  };
});
after(async () => {
  await books.close();
  await store.close();
  await rm(settings.KINORA_DATA_DIR ?? '', { recursive: true, force: true });
});

const LIMIT = { timeout: 120_000 };

test('doctor tests the store, and removes its test object', LIMIT, async () => {
  verifies('DEC-STORAGE-01', 'DEC-COMMAND-05');
  const { code, output } = await kinora(['doctor'], settings);
  assert.match(output, new RegExp(`^storage +s3://media/kinora at ${store.url}$`, 'm'));
  assert.equal(code, 0, output);
  assert.equal(store.objects.size, 0);
  const files = await kinora(['doctor'], { ...settings, KINORA_STORAGE_URL: '' });
  assert.match(files.output, /^storage +files in \S+blobs(, which the service creates)?$/m);
});

test('doctor and serve report results that were left in files', LIMIT, async () => {
  verifies('DEC-STORAGE-01');
  const blobs = path.join(settings.KINORA_DATA_DIR ?? '', 'blobs');
  const folder = path.join(blobs, 'jobs/01a210b7-9b7d-7000-b431-1273ea999750/1');
  await mkdir(folder, { recursive: true });
  try {
    const empty = await kinora(['doctor'], settings);
    assert.match(empty.output, /^storage +s3:/m);
    await writeFile(path.join(folder, 'final-90760db3ce9f0b8b.png'), 'an image');
    const doctor = await kinora(['doctor'], settings);
    assert.match(doctor.output, /^storage +PROBLEM: \S+blobs has results from before KINORA_STORAGE_URL/m);
    assert.equal(doctor.code, 1);
    const service = await startService(settings, ['--no-worker']);
    assert.equal(await service.end('SIGTERM'), 0);
    assert.match(service.output(), /blobs has results from before KINORA_STORAGE_URL/);
    const files = await kinora(['doctor'], { ...settings, KINORA_STORAGE_URL: '' });
    assert.match(files.output, /^storage +files in \S+blobs(, which the service creates)?$/m);
  } finally {
    await rm(blobs, { recursive: true });
  }
});

test('doctor and serve report the problem of the store without the secret', LIMIT, async () => {
  verifies('DEC-STORAGE-01');
  const wrong = { ...settings, AWS_SECRET_ACCESS_KEY: 'a-secret-of-somebody' };
  const doctor = await kinora(['doctor'], wrong);
  assert.match(doctor.output, /^storage +PROBLEM: KINORA_STORAGE_URL: \S+ does not accept the credentials/m);
  assert.equal(doctor.code, 1);
  const serve = await kinora(['serve', '--no-worker'], wrong);
  assert.match(serve.output, /kinora serve: KINORA_STORAGE_URL: \S+ does not accept the credentials/);
  assert.equal(serve.code, 1);
  for (const { output } of [doctor, serve]) assert.ok(!output.includes('a-secret-of-somebody'));
});

test('serve reports a store that cannot be reached', LIMIT, async () => {
  verifies('DEC-STORAGE-01');
  const { code, output } = await kinora(['serve', '--no-worker'], {
    ...settings,
    KINORA_STORAGE_URL: 's3://media?endpoint=http://127.0.0.1:9',
  });
  assert.match(output, /KINORA_STORAGE_URL: http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/);
  assert.equal(code, 1);
});

test('the worker that serve starts uploads an image to the store without credentials', LIMIT, async () => {
  verifies('DEC-SETTING-16', 'DEC-STORAGE-02', 'DEC-JOB-16');
  const made = await createAccount(books.database, systemClock, {
    email: 'ann@example.com',
    balanceCents: 100,
    operator: false,
  });
  const service = await startService(settings);
  try {
    const apiKey = made?.apiKey ?? '';
    const client = createKinoraClient({ baseUrl: service.url, apiKey, userAgent: 'kinora-tests/1.0' });
    const order = { prompt: 'a pear', width: 256, height: 256 };
    const { result_url: url = '' } = await client.waitFor(await client.generateImage(order));
    assert.ok(url.startsWith(`${store.url}/media/kinora/jobs/`));
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.deepEqual(bytes.subarray(1, 4).toString(), 'PNG');
    const uploads = store.requests.filter((request) =>
      /^PUT \/media\/kinora\/jobs\/.*\/result\.png$/.test(request),
    );
    assert.equal(uploads.length, 1);
  } finally {
    assert.equal(await service.end('SIGTERM'), 0);
  }
});
