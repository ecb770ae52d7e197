import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Blobs } from '../../src/storage/blobs.ts';
import { createFileBlobs } from '../../src/storage/files.ts';
import { verifies } from '../requirements.ts';

let root: string;
let blobs: Blobs;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kinora-blobs-'));
  blobs = createFileBlobs(path.join(root, 'blobs'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** All files below the root, folders left out. */
async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Gives some bytes and then breaks. */
async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000, 1);
  throw new Error('the sender hung up');
}

test('a blob is stored whole, with its size and checksum', async () => {
  verifies('DEC-SETTING-07');
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 253));
  const stored = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 90_000), bytes.subarray(90_000)];
  assert.deepEqual(await blobs.put('jobs/a/1/result.png', bytes), stored);
  assert.deepEqual(await blobs.put('jobs/b/1/result.png', Readable.from(pieces)), stored);
  for (const key of ['jobs/a/1/result.png', 'jobs/b/1/result.png']) {
    assert.equal(await blobs.size(key), bytes.length);
    assert.ok((await buffer(blobs.read(key))).equals(bytes));
  }
});

test('an empty blob is a blob', async () => {
  verifies('DEC-SETTING-07');
  assert.equal((await blobs.put('jobs/a/empty.png', new Uint8Array())).bytes, 0);
  assert.equal(await blobs.size('jobs/a/empty.png'), 0);
});

test('a range is read with both its ends', async () => {
  verifies('DEC-SETTING-07');
  await blobs.put('jobs/a/x.png', Buffer.from('0123456789'));
  const read = (first: number, last: number) => text(blobs.read('jobs/a/x.png', { first, last }));
  assert.deepEqual([await read(0, 0), await read(3, 5), await read(9, 9)], ['0', '345', '9']);
});

test('a stream that breaks leaves nothing, and what was there before stays', async () => {
  verifies('DEC-SETTING-07');
  await assert.rejects(blobs.put('jobs/a/1/x.png', Readable.from(breaking())), /the sender hung up/);
  assert.deepEqual(await files(), []);
  assert.equal(await blobs.size('jobs/a/1/x.png'), undefined);
  await blobs.put('jobs/a/1/x.png', Buffer.from('the first'));
  await assert.rejects(blobs.put('jobs/a/1/x.png', Readable.from(breaking())), /the sender hung up/);
  assert.deepEqual(await files(), ['blobs/jobs/a/1/x.png']);
  assert.equal(await text(blobs.read('jobs/a/1/x.png')), 'the first');
});

test('a blob is not there before its last byte', async () => {
  verifies('DEC-SETTING-07');
  const seen: (number | undefined)[] = [];
  async function* watched(): AsyncGenerator<Buffer> {
    for (let i = 0; i < 3; i++) {
      yield Buffer.alloc(50_000, i);
      seen.push(await blobs.size('jobs/a/1/x.png'));
    }
  }
  await blobs.put('jobs/a/1/x.png', Readable.from(watched()));
  assert.deepEqual(seen, [undefined, undefined, undefined]);
  assert.equal(await blobs.size('jobs/a/1/x.png'), 150_000);
});

test('of many writers of one key one wins whole', async () => {
  verifies('DEC-SETTING-07');
  const writers = Array.from({ length: 20 }, (_, i) => Buffer.alloc(30_000, i));
  await Promise.all(writers.map((bytes) => blobs.put('jobs/a/1/x.png', bytes)));
  const found = await buffer(blobs.read('jobs/a/1/x.png'));
  assert.ok(writers.some((bytes) => bytes.equals(found)));
  assert.deepEqual(await files(), ['blobs/jobs/a/1/x.png']);
});

test('a folder is deleted with all in it and nothing beside it', async () => {
  verifies('V1-STATE-07');
  for (const key of ['jobs/a/1/x.png', 'jobs/a/input.png', 'jobs/ab/1/x.png', 'jobs/b/1/x.png']) {
    await blobs.put(key, Buffer.from(key));
  }
  await blobs.deleteFolder('jobs/a');
  assert.deepEqual((await files()).sort(), ['blobs/jobs/ab/1/x.png', 'blobs/jobs/b/1/x.png']);
  await blobs.deleteFolder('jobs/a');
  assert.equal(await blobs.size('jobs/a/1/x.png'), undefined);
});

test('a folder is deleted though uploads are added to it meanwhile', async () => {
  verifies('DEC-SETTING-07');
  for (let round = 0; round < 20; round++) {
    const puts = Array.from({ length: 20 }, (_, index) =>
      blobs.put(`jobs/a/1/${index}.png`, Buffer.alloc(10)),
    );
    // An upload may lose its folder; the deletion may not fail.
    const [deletion] = await Promise.allSettled([blobs.deleteFolder('jobs/a'), ...puts]);
    assert.equal(deletion.status, 'fulfilled');
    await blobs.deleteFolder('jobs/a');
    assert.deepEqual(await files(), []);
  }
});

test('nobody else on the machine can read a blob', async () => {
  verifies('DEC-SETTING-07');
  await blobs.put('jobs/a/1/x.png', Buffer.from('x'));
  const mode = async (place: string) => (await stat(path.join(root, place))).mode & 0o777;
  assert.equal(await mode('blobs/jobs/a/1/x.png'), 0o600);
  for (const folder of ['blobs', 'blobs/jobs', 'blobs/jobs/a/1']) assert.equal(await mode(folder), 0o700);
});

describe('a key', () => {
  test('is made of lower-case words between single separators', async () => {
    verifies('DEC-SETTING-07');
    for (const key of ['a', 'jobs/0190-ab/12/result-2.mp4', 'a.b.c', '0/1/2']) {
      assert.equal((await blobs.put(key, Buffer.from('x'))).bytes, 1, key);
    }
  });

  const refused = [
    ...[
      '',
      '/',
      '.',
      '..',
      '../x',
      'a/../b',
      'a/..',
      'a/./b',
      '/etc/passwd',
      'a/',
      'a//b',
      './a',
      '~',
      'a\\b',
    ],
    ...['A', 'a b', 'a\0b', 'a\n', '\na', 'é', 'a%2fb', 'a..b', 'a.', '.a', '-a', 'a-', 'a_b', 'a:b', 'a*'],
  ];
  for (const key of refused) {
    test(`is not ${JSON.stringify(key)}`, async () => {
      verifies('DEC-SETTING-07');
      await assert.rejects(blobs.put(key, Buffer.from('x')), /is a blob key/);
      await assert.rejects(blobs.size(key), /is a blob key/);
      assert.throws(() => blobs.read(key), /is a blob key/);
      await assert.rejects(async () => blobs.deleteFolder(key), /is a blob key/);
      assert.deepEqual(await files(), []);
    });
  }
});
