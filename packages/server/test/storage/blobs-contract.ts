import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { BlobGone, type Blobs } from '../../src/storage/blobs.ts';

/** The contract of every store of blobs. */

export interface StoreUnderTest {
  readonly blobs: Blobs;
  /** Everything in the store, by key, including temporary files of uploads. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;

/** Yields some bytes and then fails. */
async function* breaking(bytes: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 100_000) yield Buffer.alloc(100_000, 1);
  throw new Error('the sender disconnected');
}

export function testBlobContract(open: () => Promise<StoreUnderTest>): void {
  let store: StoreUnderTest;
  let blobs: Blobs;
  beforeEach(async () => {
    store = await open();
    blobs = store.blobs;
  });
  afterEach(() => store.close());
  const listed = async (folder: string) => {
    const keys: string[] = [];
    for await (const page of blobs.list(folder)) keys.push(...page.map(({ key }) => key));
    return keys.sort();
  };

  test('a blob is stored whole, with its size and checksum', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
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

  test('a blob of many megabytes is stored from a stream of unknown length', async () => {
    verifies('DEC-SETTING-16');
    const piece = Buffer.from(Array.from({ length: MIB + 1 }, (_, i) => (i * 31) % 256));
    const pieces = Array.from({ length: 20 }, () => piece);
    const whole = Buffer.concat(pieces);
    const stored = await blobs.put('jobs/a/1/result.mp4', Readable.from(pieces));
    assert.deepEqual(stored, {
      bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
    });
    assert.ok((await buffer(blobs.read('jobs/a/1/result.mp4'))).equals(whole));
  });

  test('a copy keeps its content when the original is replaced or deleted', async () => {
    verifies('DEC-ARTIFACT-04');
    const [from, to] = ['jobs/a/1/result.png', 'jobs/a/1/final.png'];
    assert.equal(await blobs.copy(from, to), false);
    assert.equal(await blobs.size(to), undefined);
    await blobs.put(from, Buffer.from('first'));
    assert.equal(await blobs.copy(from, to), true);
    await blobs.put(from, Buffer.from('second'));
    assert.equal(await text(blobs.read(to)), 'first');
    await blobs.deleteAll([from]);
    assert.equal(await text(blobs.read(to)), 'first');
    assert.deepEqual(await listed('jobs'), [to]);
  });

  test('an empty blob can be stored', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    assert.equal((await blobs.put('jobs/a/empty.png', new Uint8Array())).bytes, 0);
    assert.equal(await blobs.size('jobs/a/empty.png'), 0);
    assert.equal((await blobs.put('jobs/b/empty.png', Readable.from([]))).bytes, 0);
    assert.equal(await blobs.size('jobs/b/empty.png'), 0);
  });

  test('a missing blob has no size, cannot be read, and can be deleted', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    assert.equal(await blobs.size('jobs/a/x.png'), undefined);
    await assert.rejects(buffer(blobs.read('jobs/a/x.png')), BlobGone);
    await blobs.deleteAll(['jobs/a/x.png']);
    await blobs.deleteAll([]);
    await blobs.deleteFolder('jobs/a');
    assert.deepEqual(await listed('jobs'), []);
  });

  test('a range includes both of its ends', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    await blobs.put('jobs/a/x.png', Buffer.from('0123456789'));
    const read = (first: number, last: number) => text(blobs.read('jobs/a/x.png', { first, last }));
    assert.deepEqual([await read(0, 0), await read(3, 5), await read(9, 9)], ['0', '345', '9']);
  });

  for (const [size, bytes] of [
    ['short', 100_000],
    ['long', 12 * MIB],
  ] as const) {
    test(`a ${size} stream that fails stores nothing and keeps the previous blob`, async () => {
      verifies('DEC-SETTING-07', 'DEC-SETTING-16');
      const put = () => blobs.put('jobs/a/1/x.png', Readable.from(breaking(bytes)));
      await assert.rejects(put(), { message: 'the sender disconnected' });
      assert.deepEqual(await store.keys(), []);
      assert.equal(await blobs.size('jobs/a/1/x.png'), undefined);
      await blobs.put('jobs/a/1/x.png', Buffer.from('the first'));
      await assert.rejects(put(), { message: 'the sender disconnected' });
      assert.deepEqual(await store.keys(), ['jobs/a/1/x.png']);
      assert.equal(await text(blobs.read('jobs/a/1/x.png')), 'the first');
    });
  }

  test('a blob does not exist before its last byte', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    const seen: (number | undefined)[] = [];
    async function* watched(): AsyncGenerator<Buffer> {
      for (let i = 0; i < 3; i++) {
        yield Buffer.alloc(6 * MIB, i);
        seen.push(await blobs.size('jobs/a/1/x.png'));
      }
    }
    await blobs.put('jobs/a/1/x.png', Readable.from(watched()));
    assert.deepEqual(seen, [undefined, undefined, undefined]);
    assert.equal(await blobs.size('jobs/a/1/x.png'), 18 * MIB);
  });

  test('of many concurrent writers of a key one wins, with a complete blob', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    const writers = Array.from({ length: 20 }, (_, i) => Buffer.alloc(30_000, i));
    await Promise.all(writers.map((bytes) => blobs.put('jobs/a/1/x.png', bytes)));
    const found = await buffer(blobs.read('jobs/a/1/x.png'));
    assert.ok(writers.some((bytes) => bytes.equals(found)));
    assert.deepEqual(await store.keys(), ['jobs/a/1/x.png']);
  });

  test('a folder is deleted with its content and nothing else', async () => {
    verifies('V1-STATE-07', 'DEC-SETTING-16');
    const inside = Array.from({ length: 10 }, (_, index) => `jobs/a/${index}/x.png`);
    for (const key of [...inside, 'jobs/a/input.png', 'jobs/ab/1/x.png', 'jobs/b/1/x.png']) {
      await blobs.put(key, Buffer.from(key));
    }
    await blobs.deleteFolder('jobs/a');
    assert.deepEqual((await store.keys()).sort(), ['jobs/ab/1/x.png', 'jobs/b/1/x.png']);
    await blobs.deleteFolder('jobs/a');
    assert.equal(await blobs.size('jobs/a/1/x.png'), undefined);
  });

  test('a folder is deleted while uploads add files to it', async () => {
    verifies('DEC-SETTING-07', 'DEC-SETTING-16');
    for (let round = 0; round < 10; round++) {
      const puts = Array.from({ length: 20 }, (_, index) =>
        blobs.put(`jobs/a/1/${index}.png`, Buffer.alloc(10)),
      );
      // The upload may fail, because its folder is deleted; the deletion must not.
      const [deletion, ...uploads] = await Promise.allSettled([blobs.deleteFolder('jobs/a'), ...puts]);
      assert.equal(deletion.status, 'fulfilled');
      for (const upload of uploads)
        assert.ok(upload.status === 'fulfilled' || upload.reason instanceof BlobGone);
      await blobs.deleteFolder('jobs/a');
      assert.deepEqual(await store.keys(), []);
    }
  });

  test('given blobs are deleted, and others stay', async () => {
    verifies('DEC-SETTING-16');
    for (const key of ['jobs/a/1/x.png', 'jobs/a/2/x.png', 'jobs/a/input.png', 'jobs/b/1/x.png']) {
      await blobs.put(key, Buffer.from(key));
    }
    await blobs.deleteAll(['jobs/a/1/x.png', 'jobs/a/input.png', 'jobs/c/1/x.png']);
    assert.deepEqual(await listed('jobs'), ['jobs/a/2/x.png', 'jobs/b/1/x.png']);
    await blobs.put('jobs/a/1/x.png', Buffer.from('again'));
    assert.equal(await text(blobs.read('jobs/a/1/x.png')), 'again');
  });

  test('a folder is listed completely, with the time of every blob', async () => {
    verifies('DEC-SETTING-16');
    const keys = Array.from({ length: 25 }, (_, index) => `jobs/${index % 4}/${index}/x.png`);
    const before = Date.now() - 2000;
    for (const key of [...keys, 'jobsx/a.png', 'other/a.png']) await blobs.put(key, Buffer.from(key));
    assert.deepEqual(await listed('jobs'), [...keys].sort());
    assert.deepEqual(await listed('jobs/1'), keys.filter((key) => key.startsWith('jobs/1/')).sort());
    assert.deepEqual(await listed('nothing'), []);
    for await (const page of blobs.list('jobs')) {
      for (const { modifiedAt } of page) {
        assert.ok(modifiedAt.getTime() >= before && modifiedAt.getTime() <= Date.now() + 2000);
      }
    }
  });

  describe('a key', () => {
    test('consists of lower-case words between single separators', async () => {
      verifies('DEC-SETTING-07');
      for (const key of ['a', 'jobs/0190-ab/12/result-2.mp4', 'a.b.c', '0/1/2']) {
        assert.equal((await blobs.put(key, Buffer.from('x'))).bytes, 1, key);
      }
    });

    for (const key of REFUSED_KEYS) {
      test(`is not ${JSON.stringify(key)}`, async () => {
        verifies('DEC-SETTING-07');
        await assert.rejects(blobs.put(key, Buffer.from('x')), /is a blob key/);
        await assert.rejects(blobs.size(key), /is a blob key/);
        assert.throws(() => blobs.read(key), /is a blob key/);
        await assert.rejects(async () => blobs.deleteFolder(key), /is a blob key/);
        await assert.rejects(async () => blobs.deleteAll([key]), /is a blob key/);
        assert.deepEqual(await store.keys(), []);
      });
    }
  });
}

const REFUSED_KEYS = [
  ...['', '/', '.', '..', '../x', 'a/../b', 'a/..', 'a/./b', '/etc/passwd', 'a/', 'a//b', './a', '~', 'a\\b'],
  ...['A', 'a b', 'a\0b', 'a\n', '\na', 'é', 'a%2fb', 'a..b', 'a.', '.a', '-a', 'a-', 'a_b', 'a:b', 'a*'],
];
