import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type Store, StoreUnavailable } from '../../src/storage/blobs.ts';
import type { S3Location } from '../../src/storage/s3/s3-location.ts';
import { openS3Store } from '../../src/storage/s3/s3-store.ts';
import { type S3Server, startS3Server } from '../support/s3-server/s3-server.ts';
import { useS3Credentials } from '../support/s3-server/s3-settings.ts';
import { testBlobContract } from './blobs-contract.ts';

const ROOT = 'media/kinora/';

function locationAt(endpoint: string, more: Partial<S3Location> = {}): S3Location {
  return {
    bucket: 'media',
    prefix: 'kinora',
    endpoint,
    publicEndpoint: undefined,
    region: 'eu-central-1',
    direct: true,
    addressing: 'path',
    ...more,
  };
}

describe('objects', () =>
  testBlobContract(async () => {
    const server = await startS3Server('media');
    useS3Credentials(server);
    const store = openS3Store(locationAt(server.url));
    return {
      blobs: store.blobs,
      async keys() {
        assert.equal(server.openUploads(), 0, 'no part of a failed upload is left in the bucket');
        return [...server.objects.keys()].map((name) => name.slice(ROOT.length));
      },
      async close() {
        store.close();
        await server.close();
      },
    };
  }));

describe('links to the store itself', () => {
  let server: S3Server;
  let store: Store;
  before(async () => {
    server = await startS3Server('media');
    useS3Credentials(server);
    store = openS3Store(locationAt(server.url));
  });
  beforeEach(() => useS3Credentials(server));
  after(async () => {
    store.close();
    await server.close();
  });

  const DAY = 86_400;
  const get = (key: string, expiresSeconds = DAY) =>
    store.blobs.presignGet(key, { expiresSeconds, mime: 'image/png', filename: 'kinora-1.png' });

  test('one downloads this blob, whole or in part, under its name', async () => {
    verifies('DEC-JOB-16', 'V1-JOB-03', 'V1-JOB-07');
    await store.blobs.put('jobs/a/1/x.png', Buffer.from('0123456789'));
    const url = (await get('jobs/a/1/x.png')) ?? '';
    assert.equal(new URL(url).searchParams.get('X-Amz-Expires'), String(DAY));
    const whole = await fetch(url);
    assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
    assert.equal(whole.headers.get('content-type'), 'image/png');
    assert.equal(whole.headers.get('content-disposition'), 'inline; filename="kinora-1.png"');
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    assert.deepEqual([part.status, await part.text()], [206, '234']);
    assert.equal((await fetch(url, { method: 'PUT', body: 'x' })).status, 403);
    const elsewhere = url.replace('/jobs/a/1/', '/jobs/b/1/');
    assert.equal((await fetch(elsewhere)).status, 403);
    assert.equal((await fetch(url.replace('Expires=86400', 'Expires=96400'))).status, 403);
    await store.blobs.deleteFolder('jobs/a');
    assert.equal((await fetch(url)).status, 404);
  });

  test('a link uploads only its own blob, with its own type', async () => {
    verifies('DEC-STORAGE-02');
    const url =
      (await store.blobs.presignPut('jobs/c/1/result.png', { expiresSeconds: 60, mime: 'image/png' })) ?? '';
    const put = (to: string, type: string) =>
      fetch(to, { method: 'PUT', body: 'bytes', headers: { 'content-type': type } });
    assert.equal((await put(url, 'text/html')).status, 403);
    assert.equal((await put(url.replace('/c/1/', '/c/2/'), 'image/png')).status, 403);
    assert.equal((await fetch(url)).status, 403);
    assert.equal(await store.blobs.size('jobs/c/1/result.png'), undefined);
    assert.equal((await put(url, 'image/png')).status, 200);
    assert.equal(await store.blobs.size('jobs/c/1/result.png'), 5);
  });

  test('there is no link when the credentials that would sign it expire before the link', async () => {
    verifies('V1-JOB-03');
    process.env.AWS_SESSION_TOKEN = 'of-a-role';
    try {
      const temporary = openS3Store(locationAt(server.url));
      const link = { expiresSeconds: DAY, mime: 'image/png' };
      assert.equal(await temporary.blobs.presignGet('a.png', link), undefined);
      temporary.close();
      process.env.AWS_CREDENTIAL_EXPIRATION = new Date(Date.now() + 6 * 3_600_000).toISOString();
      const known = openS3Store(locationAt(server.url));
      assert.equal(await known.blobs.presignGet('a.png', link), undefined);
      assert.notEqual(await known.blobs.presignPut('a.png', { ...link, expiresSeconds: 1800 }), undefined);
      known.close();
    } finally {
      delete process.env.AWS_SESSION_TOKEN;
      delete process.env.AWS_CREDENTIAL_EXPIRATION;
    }
  });

  test('they name the public address of the store, and there are none if the operator disables them', async () => {
    verifies('DEC-SETTING-16');
    const link = { expiresSeconds: 60, mime: 'image/png' };
    const publicEndpoint = 'https://media.example.com';
    const outside = openS3Store(locationAt(server.url, { publicEndpoint }));
    assert.match(
      (await outside.blobs.presignGet('a.png', link)) ?? '',
      /^https:\/\/media\.example\.com\/media\/kinora\/a\.png\?/,
    );
    await outside.blobs.put('a.png', Buffer.from('x'));
    outside.close();
    const closed = openS3Store(locationAt(server.url, { direct: false }));
    assert.equal(await closed.blobs.presignGet('a.png', link), undefined);
    assert.equal(await closed.blobs.presignPut('a.png', link), undefined);
    closed.close();
  });
});

describe('an unusable store is reported as such, with the remedy', () => {
  let server: S3Server;
  before(async () => {
    server = await startS3Server('media');
    useS3Credentials(server);
  });
  after(() => server.close());

  /** What the startup check reports: the location of the store, or its error. */
  async function checkMessage(location: S3Location): Promise<string> {
    const store = openS3Store(location);
    try {
      return await store.check().then(
        (found) => found,
        (error: Error) => error.message,
      );
    } finally {
      store.close();
    }
  }

  test('a working store has no objects left after the check', async () => {
    verifies('DEC-STORAGE-01');
    assert.equal(await checkMessage(locationAt(server.url)), `s3://media/kinora at ${server.url}`);
    assert.equal(await checkMessage(locationAt(server.url, { prefix: '' })), `s3://media at ${server.url}`);
    assert.deepEqual([...server.objects.keys()], []);
  });

  test('a missing bucket, missing rights, missing credentials and an unreachable server are distinguished', async () => {
    verifies('DEC-STORAGE-01');
    const missing = await checkMessage(locationAt(server.url, { bucket: 'other' }));
    assert.match(missing, /^KINORA_STORAGE_URL: there is no bucket "other" at http:\S+; create it/);
    server.fail({ status: 403, code: 'AccessDenied' });
    assert.match(
      await checkMessage(locationAt(server.url)),
      /may not use the bucket "media" .*s3:PutObject.*allow/,
    );
    server.fail({ status: 301, code: 'PermanentRedirect' });
    assert.match(await checkMessage(locationAt(server.url)), /is in another region; name it as region=/);
    server.fail(null);
    process.env.AWS_SECRET_ACCESS_KEY = 'a-wrong-secret-that-nobody-prints';
    const refused = await checkMessage(locationAt(server.url));
    assert.match(refused, /does not accept the credentials \(SignatureDoesNotMatch\)/);
    assert.ok(!refused.includes('a-wrong-secret'));
    useS3Credentials(server);
    assert.match(
      await checkMessage(locationAt('http://127.0.0.1:9')),
      /cannot be reached \(ECONNREFUSED\); correct endpoint=/,
    );
  });

  test('every operation of a failing store is StoreUnavailable', async () => {
    verifies('DEC-STORAGE-03');
    const store = openS3Store(locationAt(server.url));
    server.fail({ status: 500, code: 'InternalError' });
    const { blobs } = store;
    await assert.rejects(blobs.put('a.png', Buffer.from('x')), StoreUnavailable);
    await assert.rejects(blobs.size('a.png'), StoreUnavailable);
    await assert.rejects(async () => {
      for await (const _ of blobs.read('a.png'));
    }, StoreUnavailable);
    await assert.rejects(blobs.deleteFolder('a'), StoreUnavailable);
    await assert.rejects(blobs.deleteAll(['a.png']), StoreUnavailable);
    server.fail(null);
    store.close();
  });
});
