import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyBaseLogger } from 'fastify';
import { auditLedger, checkRules } from '../../src/ledger/audit/audit-ledger.ts';
import { auditTask } from '../../src/ledger/audit/audit-task.ts';
import { closeHistory, reopenHistory } from '../../src/ledger/audit/close-history.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { SCHEDULE } from '../../src/tasks/schedule.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, completeLease, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The audit of a history that is closed: what it keeps, and what it no longer reads. */

let books: TestDatabase;
let accountId: string;
before(async () => {
  books = await createTestDatabase();
  accountId = await newAccount(books.database, 1_000);
});
after(() => books.close());

async function order(): Promise<string> {
  const request = jobRequest(accountId);
  assert.equal((await acceptorOf(books.database)(request)).ok, true);
  return request.jobId;
}

async function completeNext(whileRunning = async () => {}): Promise<string> {
  const claimed = await claimJob(books.database, leaseRequest({ pools: ['image'] }));
  assert.ok(claimed);
  await whileRunning();
  const lease = { jobId: claimed.id, attempt: claimed.attempt };
  assert.ok(await completeLease(books.database, lease));
  return claimed.id;
}

const close = (step: number) => closeHistory(books.database, { until: new Date(Date.now() + 60_000), step });

const closedJob = async () =>
  (await books.database.query<{ id: string }>('select closed_job as id from ledger_closing'))[0]?.id;

test('a history is closed up to the first job that is open, and nothing of the last day is', async () => {
  verifies('DEC-COMMAND-15');
  const first = await order();
  const second = await order();
  const third = await order();
  assert.equal(await completeNext(), first);
  await auditLedger(books.database);
  assert.equal(await closedJob(), '00000000-0000-0000-0000-000000000000');
  await close(1);
  assert.equal(await closedJob(), first);
  const whileRunning = async () => {
    await close(1);
    assert.equal(await closedJob(), first);
  };
  assert.equal(await completeNext(whileRunning), second);
  assert.equal(await completeNext(), third);
  await closeHistory(books.database, { until: new Date(Date.now() + 60_000), step: 1, steps: 1 });
  assert.equal(await closedJob(), second);
  await close(1);
  assert.equal(await closedJob(), third);
});

test('an audit of a closed history checks as much and finds the same as one that reads it all', async () => {
  verifies('DEC-COMMAND-15');
  const closed = await auditLedger(books.database);
  await reopenHistory(books.database);
  assert.deepEqual(await auditLedger(books.database), closed);
  assert.deepEqual(
    closed.filter((finding) => finding.violations.length > 0),
    [],
  );
  const ofJobs = closed.find(({ rule }) => rule.startsWith('every v1 job has exactly one charge'));
  assert.equal(ofJobs?.checked, 3);
});

test('an audit that runs while the history is opened again finds nothing wrong', async () => {
  await close(1);
  const { database } = books;
  const findings = await database.transaction(
    async (tx) => {
      await tx.query('select 1');
      await reopenHistory(database);
      return checkRules(tx);
    },
    { isolation: 'repeatable read, read only' },
  );
  assert.deepEqual(
    findings.filter((finding) => finding.violations.length > 0),
    [],
  );
});

test('what is wrong when a job is closed is found by each audit from then on, until all is read again', async () => {
  verifies('DEC-COMMAND-15', 'DEC-COMMAND-07');
  const { database } = books;
  await order();
  const jobId = await completeNext();
  const settle = (state: string) =>
    database.query('update charges set state = $1 where job_id = $2', [state, jobId]);
  await settle('reversed');
  await close(100);
  const found = await violations(database);
  assert.ok(found.some((line) => line.includes(`job ${jobId} is completed, its charge is reversed`)));
  assert.deepEqual(await violations(database), found);
  await settle('settled');
  assert.ok((await violations(database)).length > 0, 'the closed history is not read again');
  await reopenHistory(database);
  await close(2);
  assert.deepEqual(await violations(database), []);
});

test('a posting of today on a closed job, and a balance that drifts, are found', async () => {
  verifies('DEC-COMMAND-15');
  const { database } = books;
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    `insert into ledger_transactions (account_id, kind, created_at) values ($1, 'invoice', now()) returning id`,
    [accountId],
  );
  const late = `insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
    select $1, 'prepaid', 'revenue', id, 1 from purchases where account_id = $2`;
  await database.query(late, [id, accountId]);
  const found = await violations(database);
  assert.ok(
    found.some((line) => line.includes('its postings sum to')),
    found.join('; '),
  );
  const [audit] = await database.query<{ violated: number }>(
    'select violated_rules as violated from ledger_closing where audited_at > $1',
    [new Date(Date.now() - 60_000)],
  );
  assert.ok(audit !== undefined && audit.violated > 0);

  verifies('DEC-COMMAND-16');
  const logged: unknown[] = [];
  const logger = { error: (fields: { rule: string }) => logged.push(fields.rule) };
  let continued = 0;
  const dependencies = {
    database,
    logger: logger as unknown as FastifyBaseLogger,
    continueLater: async () => {
      continued += 1;
    },
  };
  await auditTask({ ...dependencies, steps: 0 }).audit_ledger();
  assert.deepEqual(
    [continued, logged],
    [1, []],
    'a run that closed its share leaves the rest to the next one',
  );
  await auditTask(dependencies).audit_ledger();
  assert.equal(continued, 1);
  assert.ok(logged.includes('every balance equals the sum of its postings'), logged.join('; '));
  assert.ok(SCHEDULE.some(({ task, match }) => task === 'audit_ledger' && match === '23 3 * * *'));
});
