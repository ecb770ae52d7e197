import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import S3rver from 's3rver';
import type { Store } from '../../src/storage/blobs.ts';
import { openS3Store } from '../../src/storage/s3/s3-store.ts';

/**
 * The other tests use this project's own S3 server. This one uses s3rver, an independent server, to check that the
 * requests are compatible. s3rver checks no signatures, lists one page only, and fails for a range of the first byte.
 */

const MIB = 1024 * 1024;

let directory: string;
let server: S3rver;
let store: Store;
before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kinora-s3rver-'));
  const configureBuckets = [{ name: 'media' }];
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const endpoint = `http://127.0.0.1:${port}`;
  const location = { bucket: 'media', prefix: 'kinora', publicEndpoint: undefined, region: 'us-east-1' };
  store = openS3Store({ ...location, endpoint, direct: true, addressing: 'path' });
});
after(async () => {
  store.close();
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

test('it passes the startup check', async () => {
  verifies('DEC-STORAGE-01');
  assert.match(await store.check(), /^s3:\/\/media\/kinora at http:/);
});

test('it stores, finds, reads, lists and deletes', async () => {
  verifies('DEC-SETTING-16');
  const { blobs } = store;
  const pieces = Array.from({ length: 12 }, (_, index) => Buffer.alloc(MIB, index));
  assert.equal((await blobs.put('jobs/a/1/result.mp4', Readable.from(pieces))).bytes, 12 * MIB);
  await blobs.put('jobs/a/input.png', Buffer.from('0123456789'));
  await blobs.put('jobs/b/input.png', Buffer.from('0123456789'));
  assert.ok((await buffer(blobs.read('jobs/a/1/result.mp4'))).equals(Buffer.concat(pieces)));
  assert.equal(await blobs.size('jobs/a/1/result.mp4'), 12 * MIB);
  assert.equal(await blobs.size('jobs/a/2/result.mp4'), undefined);
  assert.equal(await text(blobs.read('jobs/a/input.png', { first: 3, last: 5 })), '345');
  await blobs.deleteFolder('jobs/a');
  for await (const page of blobs.list('jobs')) {
    assert.deepEqual(
      page.map(({ key }) => key),
      ['jobs/b/input.png'],
    );
  }
});

test('a store accepts an upload by link and presigns a download', async () => {
  verifies('DEC-JOB-16', 'DEC-STORAGE-02');
  const { blobs } = store;
  const key = 'jobs/c/1/result.png';
  const link = { expiresSeconds: 600, mime: 'image/png', filename: 'kinora-c.png' };
  const headers = { 'content-type': 'image/png' };
  const put = await fetch((await blobs.presignPut(key, link)) ?? '', {
    method: 'PUT',
    body: '0123456789',
    headers,
  });
  assert.equal(put.status, 200);
  assert.equal(await blobs.size(key), 10);
  const part = await fetch((await blobs.presignGet(key, link)) ?? '', { headers: { range: 'bytes=2-4' } });
  assert.deepEqual([part.status, await part.text()], [206, '234']);
  assert.equal(part.headers.get('content-disposition'), 'inline; filename="kinora-c.png"');
});
