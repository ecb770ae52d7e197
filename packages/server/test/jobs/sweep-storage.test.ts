import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { storeResponses } from '../../src/admit/accept/idempotency.ts';
import { deleteExpiredResponses } from '../../src/jobs/retention/delete-responses.ts';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { newId } from '../../src/kernel/ids.ts';
import {
  artifactKey,
  attemptFolder,
  initImageKey,
  jobFolder,
  previewKey,
} from '../../src/storage/blob-keys.ts';
import type { Store } from '../../src/storage/blobs.ts';
import { createFileBlobs } from '../../src/storage/file-blobs.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deleteStaleWorkers } from '../../src/workers/worker-health.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { insertJobs } from '../support/insert-jobs.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { keysOf, storesUnderTest } from '../support/stores-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let books: TestDatabase;
let accountId: string;
before(async () => {
  books = await createTestDatabase();
  accountId = await newAccount(books.database, 0);
});
after(() => books.close());

/** A row of `jobs` in a state, on its second attempt. */
async function job(state: string, { deleted = false } = {}): Promise<string> {
  const id = newId();
  const isOpen = state === 'queued' || state === 'running';
  await insertJobs(books.database, accountId, {
    id,
    init_image_key: deleted ? null : initImageKey(id),
    state: isOpen ? 'open' : state,
    attempt: 2,
    artifact_key: state === 'completed' && !deleted ? artifactKey(id, 2, 'result.png') : null,
    deleted_at: deleted ? new Date() : null,
  });
  if (isOpen) {
    await books.database.query(
      'update open_jobs set state = $2, attempt = 2, lease_until = $3 where id = $1',
      [id, state, state === 'running' ? new Date(Date.now() + HOUR_MS) : null],
    );
  }
  return id;
}

const namesOf = (id: string) => [
  initImageKey(id),
  artifactKey(id, 1, 'result.png'),
  artifactKey(id, 2, 'result.png'),
  artifactKey(id, 2, 'other.png'),
  previewKey(artifactKey(id, 2, 'result.png')),
];

for (const [name, open] of Object.entries(storesUnderTest)) {
  describe(`sweeping ${name}`, () => {
    let store: Store & { end(): Promise<void> };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.end());

    const fill = async (id: string) => {
      for (const key of namesOf(id)) await store.blobs.put(key, Buffer.from(key));
    };
    const sweep = (inHours = 0) =>
      sweepStorage(
        { database: books.database, blobs: store.blobs },
        new Date(Date.now() + inHours * HOUR_MS),
      );

    const kept: Readonly<Record<string, readonly number[]>> = {
      queued: [0],
      running: [0, 2, 3, 4],
      completed: [2, 4],
      failed: [],
      blocked: [],
    };
    for (const [state, indexes] of Object.entries(kept)) {
      test(`the blobs that a ${state} job needs stay, and the others are deleted`, async () => {
        verifies('DEC-STORAGE-05', 'DEC-STORAGE-04');
        const id = await job(state);
        await fill(id);
        const names = namesOf(id);
        assert.equal(await sweep(48), names.length - indexes.length);
        assert.deepEqual(await keysOf(store), indexes.map((index) => names[index]).sort());
      });
    }

    test('every blob of a deleted job is deleted, however new it is', async () => {
      verifies('DEC-STORAGE-05', 'DEC-JOB-06');
      await fill(await job('completed', { deleted: true }));
      assert.equal(await sweep(), 5);
      assert.deepEqual(await keysOf(store), []);
    });

    test('a blob of an unknown job is deleted after a day: its job may be about to be accepted', async () => {
      verifies('DEC-STORAGE-05');
      await fill(newId());
      assert.equal(await sweep(23.9), 0);
      assert.equal((await keysOf(store)).length, 5);
      assert.equal(await sweep(24.1), 5);
      assert.deepEqual(await keysOf(store), []);
    });

    test('a blob whose key is not that of a job stays', async () => {
      verifies('DEC-STORAGE-05');
      const foreign = ['jobs/readme.txt', `jobs/${newId()}x/1/a.png`, `jobs/${newId()}/1/2/a.png`];
      for (const key of [...foreign, 'backup/a.png']) await store.blobs.put(key, Buffer.from('x'));
      assert.equal(await sweep(1000), 0);
      assert.deepEqual(await keysOf(store), foreign.sort());
    });

    test('the blobs of many jobs are swept in one run', async () => {
      verifies('DEC-STORAGE-05');
      const running = await job('running');
      await fill(running);
      for (let count = 0; count < 12; count++) await fill(newId());
      assert.equal(await sweep(25), 12 * 5 + 1);
      assert.equal((await keysOf(store)).length, 4);
    });
  });
}

test('folders that stayed empty are removed, and those that are just being filled stay', async () => {
  verifies('DEC-STORAGE-07');
  const root = await mkdtemp(path.join(tmpdir(), 'kinora-sweep-'));
  const blobs = createFileBlobs(root);
  const [empty, fresh, full] = [newId(), newId(), await job('running')];
  await blobs.put(artifactKey(full, 2, 'result.png'), Buffer.from('x'));
  for (const folder of [attemptFolder(empty, 1), attemptFolder(fresh, 1), attemptFolder(full, 1)]) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  const old = new Date(Date.now() - HOUR_MS);
  for (const folder of [attemptFolder(empty, 1), jobFolder(empty), attemptFolder(full, 1), jobFolder(full)]) {
    await utimes(path.join(root, folder), old, old);
  }
  await sweepStorage({ database: books.database, blobs }, new Date());
  const folders = await readdir(path.join(root, 'jobs'), { recursive: true });
  const left = [fresh, `${fresh}/1`, full, `${full}/2`, `${full}/2/result.png`];
  assert.deepEqual(folders.sort(), left.sort());
  await rm(root, { recursive: true });
});

test('stored responses are deleted after 24 hours, many at once, and overwritten ones are not', async () => {
  verifies('DEC-STORAGE-06');
  const clock = manualClock('2031-03-05T12:00:00Z');
  const answer = { job_id: newId(), status: 'queued', kind: 'image', poll_url: '/x' } as never;
  const row = (key: string) => ({ accountId, key, requestHash: Buffer.alloc(32), answer });
  const old = Array.from({ length: 5100 }, (_, index) => row(`key-${index}`));
  await storeResponses(books.database, old, clock.now());
  clock.advance(24 * HOUR_MS - 1);
  await deleteExpiredResponses(books.database, clock.now());
  const count = async () => (await books.database.query('select from idempotency_keys')).length;
  assert.equal(await count(), 5100);
  clock.advance(1);
  await storeResponses(books.database, [row('key-7')], clock.now());
  await deleteExpiredResponses(books.database, clock.now());
  assert.equal(await count(), 1);
  assert.deepEqual(await books.database.query('select key from idempotency_keys'), [{ key: 'key-7' }]);
});

test('workers are deleted after 30 days', async () => {
  verifies('DEC-STORAGE-06');
  for (const [name, age] of [
    ['old', '30 days 1 second'],
    ['young', '29 days'],
  ] as const) {
    await recordWorker(books.database, leaseRequest({ worker: name }));
    await books.database.query('update workers set seen_at = now() - $2::interval where name = $1', [
      name,
      age,
    ]);
  }
  await deleteStaleWorkers(books.database);
  assert.deepEqual(await books.database.query('select name from workers'), [{ name: 'young' }]);
});
