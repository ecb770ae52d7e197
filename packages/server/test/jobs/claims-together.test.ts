import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { revokeWorkerToken } from '../../src/attempt/requeue.ts';
import type { Database } from '../../src/db/database.ts';
import { newId, sha256 } from '../../src/kernel/ids.ts';
import { createClaimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Claims of workers that wait for the same jobs, which share a statement. */

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
});
after(() => books.close());

/** Accepts `count` jobs, in order, and returns their ids. */
async function acceptInOrder(count: number): Promise<string[]> {
  const account = await newAccount(books.database, 100_000);
  const acceptJob = acceptorOf(books.database);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const request = jobRequest(account);
    assert.ok((await acceptJob(request)).ok);
    ids.push(request.jobId);
  }
  return ids;
}

/** The database, which counts the statements that claim. */
function countingClaims(): { readonly database: Database; readonly claims: () => number } {
  let claims = 0;
  const database: Database = {
    ...books.database,
    query(sql, values) {
      if (sql.includes('update open_jobs')) claims += 1;
      return books.database.query(sql, values);
    },
  };
  return { database, claims: () => claims };
}

test('workers that ask together get the first jobs in order, each with a secret of its own, by one statement', async () => {
  verifies('DEC-QUEUE-17');
  const ids = await acceptInOrder(12);
  const { database, claims } = countingClaims();
  const claim = createClaimJob(database, newId());
  const workers = Array.from({ length: 10 }, (_, at) => `worker-${at}`);
  const leases = await Promise.all(
    workers.map((worker) => claim(leaseRequest({ worker, pools: ['image'] }))),
  );
  assert.deepEqual(
    leases.map((lease) => lease?.id),
    ids.slice(0, 10),
  );
  assert.equal(claims(), 1);
  const rows = await books.database.query<{ id: string; worker: string; hash: Buffer }>(
    `select id, worker, lease_secret_hash as hash from open_jobs where state = 'running' order by sort_key, id`,
  );
  assert.deepEqual(
    rows,
    leases.map((lease, at) => ({ id: ids[at], worker: workers[at], hash: sha256(lease?.secret ?? '') })),
  );
  assert.equal(new Set(leases.map((lease) => lease?.secret)).size, 10);

  const rest = await Promise.all(workers.map((worker) => claim(leaseRequest({ worker, pools: ['image'] }))));
  assert.deepEqual(
    rest.map((lease) => lease?.id),
    [...ids.slice(10), ...Array(8).fill(undefined)],
  );
});

test('a token that was revoked gets no job beside others that do', async () => {
  verifies('DEC-QUEUE-17');
  await books.database.query(
    `insert into worker_tokens (id, name, token_hash, created_at) select gen_random_uuid(), name, sha256(name::bytea), now()
     from unnest(array['kept', 'revoked']) as name`,
  );
  const tokens = new Map(
    (await books.database.query<{ id: string; name: string }>('select id, name from worker_tokens')).map(
      ({ id, name }) => [name, id],
    ),
  );
  await revokeWorkerToken(books.database, 'revoked', new Date());
  const ids = await acceptInOrder(3);
  const claim = createClaimJob(books.database, newId());
  const leases = await Promise.all(
    ['kept', 'revoked', undefined].map((name) =>
      claim({ ...leaseRequest({ pools: ['image'] }), tokenId: tokens.get(name ?? '') ?? null }),
    ),
  );
  assert.equal(leases[1], undefined);
  assert.deepEqual([leases[0]?.id, leases[2]?.id], [ids[0], ids[2]]);
});

test('requests for different jobs, and those of workers in both pools, are claimed apart', async () => {
  verifies('DEC-QUEUE-17');
  await acceptInOrder(4);
  const { database, claims } = countingClaims();
  const claim = createClaimJob(database, newId());
  const requests = [
    leaseRequest({ pools: ['image'] }),
    leaseRequest({ pools: ['video'] }),
    leaseRequest(),
    leaseRequest(),
  ];
  const leases = await Promise.all(requests.map(claim));
  assert.equal(leases[1], undefined);
  const found = leases.filter((lease) => lease !== undefined).map(({ id }) => id);
  assert.equal(new Set(found).size, 3);
  assert.ok(claims() >= 4);
});
