import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { newId } from '../../src/kernel/ids.ts';
import { artifactKey, initImageKey } from '../../src/storage/blob-keys.ts';
import type { Blobs, Store } from '../../src/storage/blobs.ts';
import { insertJobs } from '../support/insert-jobs.ts';
import { newAccount } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { keysOf, storesUnderTest } from '../support/stores-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DAY_MS = 86_400_000;
const clock = manualClock('2031-03-05T12:00:00Z');

let books: TestDatabase;
let accountId: string;
before(async () => {
  books = await createTestDatabase();
  accountId = await newAccount(books.database, 0);
});
after(() => books.close());

for (const [name, open] of Object.entries(storesUnderTest)) {
  describe(`retention with ${name}`, () => {
    let store: Store & { end(): Promise<void> };
    beforeEach(async () => {
      await books.database.query('delete from jobs');
      store = await open();
    });
    afterEach(() => store.end());

    /** A job with bytes that was delivered this many milliseconds ago. */
    async function delivered(agoMs: number): Promise<string> {
      const id = newId();
      const key = artifactKey(id, 1, 'result.png');
      for (const blob of [key, initImageKey(id), artifactKey(id, 2, 'result.png')]) {
        await store.blobs.put(blob, Buffer.from('bytes'));
      }
      const endedAt = new Date(clock.now().getTime() - agoMs);
      await insertJobs(books.database, accountId, {
        id,
        prompt: 'a secret wish',
        init_image_key: initImageKey(id),
        state: 'completed',
        attempt: 1,
        artifact_key: key,
        created_at: endedAt,
      });
      return id;
    }

    const purge = (blobs: Blobs = store.blobs) => purgeExpired({ database: books.database, blobs, clock });

    test('bytes and prompt of a job are deleted after 7 days, and not before', async () => {
      verifies('DEC-JOB-15', 'V1-STATE-10', 'V1-STATE-09');
      const old = await delivered(7 * DAY_MS);
      const young = await delivered(7 * DAY_MS - 1);
      assert.equal(await purge(), 1);
      assert.ok((await keysOf(store)).every((key) => key.startsWith(`jobs/${young}/`)));
      assert.equal((await keysOf(store)).length, 3);
      const [row] = await books.database.query(
        'select state, prompt, init_image_key, artifact_key, deleted_at from current_jobs where id = $1',
        [old],
      );
      assert.deepEqual(row, {
        state: 'completed',
        prompt: null,
        init_image_key: null,
        artifact_key: null,
        deleted_at: clock.now(),
      });
      assert.equal(await purge(), 0);
    });

    test('several batches are purged in one run, including jobs that ended at the same instant', async () => {
      verifies('V1-STATE-10');
      const created_at = new Date(clock.now().getTime() - 8 * DAY_MS);
      await insertJobs(books.database, accountId, { state: 'failed', created_at }, 450);
      assert.equal(await purge(), 450);
      const left = await books.database.query('select from jobs where deleted_at is null');
      assert.equal(left.length, 0);
    });

    test('a purge that was interrupted between bytes and row is repeated', async () => {
      verifies('V1-STATE-10');
      const id = await delivered(8 * DAY_MS);
      await store.blobs.deleteFolder(`jobs/${id}`);
      assert.equal(await purge(), 1);
    });

    test('a job whose bytes cannot be deleted is not marked as purged, and blocks no other', async () => {
      verifies('V1-STATE-10', 'DEC-STORAGE-03');
      const stuck = await delivered(9 * DAY_MS);
      await delivered(8 * DAY_MS);
      const faulty: Blobs = {
        ...store.blobs,
        async deleteFolder(folder) {
          if (folder.includes(stuck)) throw new Error('no');
          await store.blobs.deleteFolder(folder);
        },
      };
      await assert.rejects(purge(faulty), /the bytes of 1 expired jobs are not deleted yet/);
      const left = await books.database.query('select id, prompt from jobs where deleted_at is null');
      assert.deepEqual(left, [{ id: stuck, prompt: 'a secret wish' }]);
      assert.equal(await purge(), 1);
      assert.deepEqual(await keysOf(store), []);
    });

    test('a store that deletes nothing ends the run', async () => {
      verifies('DEC-STORAGE-03');
      for (let count = 0; count < 30; count++) await delivered(8 * DAY_MS);
      let calls = 0;
      const away: Blobs = {
        ...store.blobs,
        async deleteFolder() {
          calls += 1;
          throw new Error('away');
        },
      };
      await assert.rejects(purge(away), /not deleted yet/);
      assert.ok(calls < 20, `${calls} calls`);
      assert.equal((await keysOf(store)).length, 90);
    });
  });
}
