import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { blockJob } from '../../src/attempt/block-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { type Quote, videoQuote } from '../../src/quote/quote.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import {
  aVideoModel,
  catalogueWith,
  imageOf,
  openOnly,
  sellFromStart,
  videoModelIn,
  videoOf,
} from '../support/default-catalogue.ts';
import {
  acceptorOf,
  balanceOf,
  completeLease,
  jobRequest,
  newAccount,
  violations,
} from '../support/jobs-under-test.ts';
import { noStore } from '../support/no-blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** A second of `heavy` is a hundred of the allowance. */
const heavy = { id: 'heavy', frames: { per_second: 12, step: 1 }, included_weight: 100 };
const catalogue = catalogueWith([aVideoModel(heavy)], {}, 2);
const acceptor = () => acceptorOf(books.database, undefined, undefined, openOnly(catalogue));

let books: TestDatabase;
before(async () => {
  books = await createTestDatabase();
  await sellFromStart(books.database, catalogue);
});
after(() => books.close());

/** Sends 200 requests to four nodes, so that they are not all coalesced; returns how many were accepted. */
async function acceptedOf200(
  accountId: string,
  quote: Quote,
  earlier: readonly string[] = [],
): Promise<number> {
  const nodes = [1, 2, 3, 4].map(() => acceptor());
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      nodes[index % nodes.length]?.(jobRequest(accountId, { quote, catalogue })),
    ),
  );
  const ids = results.flatMap((result) => (result?.ok ? [result.value.answer.job_id] : []));
  const jobs = await books.database.query<{ id: string }>('select id from jobs where account_id = $1', [
    accountId,
  ]);
  assert.deepEqual(jobs.map(({ id }) => id).toSorted(), [...earlier, ...ids].toSorted());
  return ids.length;
}

test('200 parallel requests with a balance for 37: exactly 37 are accepted', async () => {
  verifies('V1-BALANCE-05');
  const accountId = await newAccount(books.database, 37 * 8 + 7);
  assert.equal(await acceptedOf200(accountId, imageOf(2048, 1024)), 37);
  assert.equal(await balanceOf(books.database, accountId), 7);
  assert.deepEqual(await violations(books.database), []);
});

test('200 parallel requests on four nodes with a cap for 31: exactly 31 are accepted', async () => {
  verifies('V1-CAP-04');
  const { database } = books;
  const accountId = await newAccount(database, 0);
  await database.transaction(async (tx) => {
    await setPlan(tx, accountId, { name: 'pro', source: 'web', interval: 'month' });
    await setCard(tx, accountId, new Date());
    await setPayPerUse(tx, accountId, true);
    await setCap(tx, accountId, 31 * 50 + 49);
  });
  assert.equal(await acceptedOf200(accountId, videoOf()), 31);
  assert.deepEqual(await violations(database), []);
});

test('200 parallel requests with an allowance for 29 videos: exactly 29 are accepted, and nothing is charged', async () => {
  verifies('V1-ALLOW-03');
  const { database } = books;
  const accountId = await newAccount(database, 0);
  await database.transaction((tx) =>
    setPlan(tx, accountId, { name: 'max', source: 'web', interval: 'month' }),
  );
  const video = videoOf({ mode: 'cinema' });
  // Cinema counts double. The rest of the allowance covers 29 videos and a part of another.
  const before = videoQuote(videoModelIn(catalogue, 'heavy'), video, 325);
  assert.equal(36_000 - 325 * 100, 29 * 2 * video.twelfths + 20);
  const first = jobRequest(accountId, { quote: before, catalogue });
  assert.ok((await acceptor()(first)).ok);
  assert.equal(await acceptedOf200(accountId, video, [first.jobId]), 29);
  const months = await database.query(
    `select twelfths_included as twelfths, prepaid_cents + month_end_cents as cents from usage_months
     where account_id = $1`,
    [accountId],
  );
  assert.deepEqual(months, [{ twelfths: 36_000 - 20, cents: 0 }]);
  assert.deepEqual(await violations(database), []);
});

test('every way to end a job, concurrently: one wins, and the charge ends once', async () => {
  const { database } = books;
  const rounds = 60;
  const accountId = await newAccount(database, rounds * 5);
  const accept = acceptor();
  const outcomes = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    await database.query(`update open_jobs set pool = 'video', operation = 'video' where state = 'queued'`);
    const before = await balanceOf(database, accountId);
    const request = jobRequest(accountId, { catalogue });
    await accept(request);
    const claimed = await claimJob(database, leaseRequest({ pools: ['image'] }));
    assert.equal(claimed?.id, request.jobId);
    const lease = { jobId: request.jobId, attempt: claimed.attempt };
    const complete = () => completeLease(database, lease);
    const endings = await Promise.all([
      complete(),
      blockJob(database, systemClock, lease, { category: 'test', reason: 'test' }),
      recordFault(database, systemClock, lease, { reason: 'test', retryable: false }).then(
        (fault) => fault !== undefined,
      ),
      deleteJob({ database, ...noStore, clock: systemClock }, accountId, request.jobId),
      complete(),
    ]);
    const [completed, blocked, failed, , completedAgain] = endings;
    // A deletion may follow any of the others. Of those at most one wins; none if the deletion came first.
    const winners = [completed, blocked, failed, completedAgain].filter(Boolean).length;
    assert.ok(winners <= 1, `${winners} endings won`);
    const delivered = completed || completedAgain;
    assert.equal(await balanceOf(database, accountId), delivered ? before - 5 : before);
    outcomes.add(delivered ? 'delivered' : blocked ? 'blocked' : failed ? 'failed' : 'deleted');
  }
  assert.deepEqual(await violations(database), []);
});

test('the database rejects a second settlement or reversal, a second hold and a change of postings', async () => {
  const { database } = books;
  const accountId = await newAccount(database, 100);
  const request = jobRequest(accountId, { catalogue });
  await acceptor()(request);
  const insert = (kind: string) =>
    database.query(
      `insert into ledger_transactions (account_id, kind, job_id, created_at) values ($1, $2, $3, now())`,
      [accountId, kind, request.jobId],
    );
  await assert.rejects(insert('hold'), /ledger_transactions_hold/);
  await insert('settlement');
  await assert.rejects(insert('reversal'), /ledger_transactions_end/);
  await assert.rejects(insert('settlement'), /ledger_transactions_end/);
  await assert.rejects(database.query('update postings set amount_cents = 1'), /append-only/);
  await assert.rejects(database.query('delete from postings'), /append-only/);
  await assert.rejects(database.query('truncate postings, ledger_transactions cascade'), /append-only/);
  await assert.rejects(database.query('update funding_accounts set prepaid_cents = -1'), /check constraint/);
  await assert.rejects(
    database.query('update purchases set spent_cents = amount_cents + 1'),
    /check constraint/,
  );
  // The audit detects the forged settlement.
  assert.notDeepEqual(await violations(database), []);
});
