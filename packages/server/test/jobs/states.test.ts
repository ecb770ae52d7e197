import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { blocksFor, readDocument } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import type { JobRequest } from '../../src/admit/accept/job-request.ts';
import { cancelJob } from '../../src/attempt/cancel-job.ts';
import { endUndelivered } from '../../src/attempt/end-undelivered.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { extendLease } from '../../src/attempt/leases.ts';
import { requeueJob, requeueUnconfirmed, revokeWorkerToken } from '../../src/attempt/requeue.ts';
import type { Database } from '../../src/db/database.ts';
import { reverseCharge, settleCharge } from '../../src/funding/charges.ts';
import { reverseCredits, settleCredits } from '../../src/funding/credits.ts';
import { v1Status } from '../../src/http/v1/job-view.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { RETENTION_MS } from '../../src/jobs/retention/retained.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import type { JobState } from '../../src/queue/job-state.ts';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, completeLease, jobRequest, newAccount } from '../support/jobs-under-test.ts';
import { HOUR_MS } from '../support/manual-clock.ts';
import { noBlobs, noStore } from '../support/no-blobs.ts';
import { describeTransition, placesOfChanges, readDiagram, START } from '../support/state-diagram.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** The diagrams of docs/states.md against what each function does in each state, and against every statement of the code. */

const PAGE = 'docs/states.md';
const [ofJob, ofLease, ofCharge] = blocksFor(PAGE, 'jobs/states').map(({ text }) => readDiagram(text));
assert.ok(ofJob && ofLease && ofCharge);

interface Subject {
  readonly accountId: string;
  readonly jobId: string;
  readonly attempt: number;
}
type Action = readonly [place: string, run: (database: Database, job: Subject) => Promise<unknown>];

const NODE = { id: randomUUID(), relayUrl: null };
const TOKEN = 'states';
const FAULT = { reason: 'a test', retryable: true };
const inAWeek = { now: () => new Date(Date.now() + RETENTION_MS + HOUR_MS) };

const AHEAD = { ...leaseRequest(), ahead: true };

const heartbeat = (database: Database, job: Subject) =>
  extendLease(database, job, { progress: 0.5, stage: 'rendering' });
const begin = (database: Database, job: Subject) =>
  extendLease(database, job, { progress: 0, stage: 'rendering', rendering_ms: 0 });
const expire = (database: Database, { jobId }: Subject) =>
  database.query(
    `update open_jobs set lease_until = now() - interval '1 second' where id = $1 and lease_until is not null`,
    [jobId],
  );
const end = (state: 'failed' | 'blocked') => (database: Database, job: Subject) =>
  database.transaction((tx) => endUndelivered(tx, new Date(), job, state, { reason: 'a test' }));
const remove = (database: Database, { accountId, jobId }: Subject) =>
  deleteJob({ ...noStore, database, clock: systemClock }, accountId, jobId);

/** Each way back into the queue. */
const REQUEUES: readonly Action[1][] = [
  (database, job) => requeueJob(database, job, { outcome: 'requeued', reason: 'a test' }),
  (database) => requeueUnconfirmed(database, { worker: leaseRequest().worker, tokenId, held: [] }),
  (database) => revokeWorkerToken(database, TOKEN, new Date()),
  (database, job) => recordFault(database, systemClock, job, FAULT),
];

/** What changes a job and its lease. Time has no place in the code. */
const actions: readonly Action[] = [
  ['queue/claim-job.ts claimUnlocked', (database) => claimJob(database, leaseRequest(), NODE.id)],
  ['queue/claim-job.ts claimUnlocked', (database) => claimJob(database, AHEAD, NODE.id)],
  ['attempt/leases.ts extendLease', heartbeat],
  ['attempt/leases.ts extendLease', begin],
  ['', expire],
  ...REQUEUES.map((run): Action => ['attempt/requeue.ts requeue', run]),
  ['attempt/complete-attempt.ts completeJob', completeLease],
  ['attempt/end-undelivered.ts endUndelivered', end('failed')],
  ['attempt/end-undelivered.ts endUndelivered', end('blocked')],
  [
    'attempt/cancel-job.ts cancelJob',
    (database, { jobId }) => cancelJob(database, jobId, { by: 'operator', reason: 'a test' }, new Date()),
  ],
  [
    'attempt/cancel-job.ts cancelJob',
    (database, { jobId }) => cancelJob(database, jobId, { by: 'waiting' }, new Date()),
  ],
  ['jobs/retention/delete-job.ts deleteJob', remove],
  [
    'jobs/retention/purge-expired.ts markPurged',
    (database) => purgeExpired({ database, blobs: noBlobs, clock: inAWeek }),
  ],
];
const chargeActions: readonly Action[] = [
  ['funding/charges.ts settleCharge', (database, { jobId }) => settleCharge(database, jobId, new Date())],
  ['funding/charges.ts reverseCharge', (database, { jobId }) => reverseCharge(database, jobId, new Date())],
  ['funding/credits.ts endCredits', (database, { jobId }) => settleCredits(database, jobId)],
  ['funding/credits.ts endCredits', (database, { jobId }) => reverseCredits(database, jobId)],
];

let books: TestDatabase;
let tokenId: string;
/** A job in each state, and a lease in each of its own. */
let subjects: readonly Subject[];
before(async () => {
  books = await createTestDatabase();
  const { database } = books;
  await createWorkerToken(database, TOKEN, new Date());
  const [token] = await database.query<{ id: string }>('select id from worker_tokens');
  tokenId = token?.id ?? '';
  const expireConfirmed: Action[1] = async (_, job) => {
    await heartbeat(database, job);
    await expire(database, job);
  };
  const made: Subject[] = [];
  const steps = [heartbeat, expire, expireConfirmed, completeLease, end('failed'), end('blocked'), remove];
  for (const order of [() => ({}), inCredits]) {
    for (const step of [async () => {}, ...steps]) made.push(await leased(order(), step));
  }
  for (const request of [leaseRequest(), AHEAD]) {
    made.push(await leased({ owningNode: NODE }, heartbeat, request));
    made.push(await leased({}, async () => {}, request));
  }
  made.push(await accepted({}), await accepted(inCredits()));
  subjects = made;
});
after(() => books.close());

function inCredits(): Partial<JobRequest> {
  const jobApi = { type: 'image', tier: 'free', assetId: randomUUID() } as const;
  return { price: { by: 'credits', credits: 0 }, interface: 'job_api', jobApi };
}

async function accepted(order: Partial<JobRequest>): Promise<Subject> {
  // Each job has an account of its own, which may have one job at once.
  const accountId = await newAccount(books.database, 100);
  const request = jobRequest(accountId, order);
  assert.ok((await acceptorOf(books.database)(request)).ok);
  return { accountId, jobId: request.jobId, attempt: 1 };
}

async function leased(
  order: Partial<JobRequest>,
  step: Action[1],
  request = leaseRequest(),
): Promise<Subject> {
  const job = await accepted(order);
  const claimed = await claimJob(books.database, { ...request, tokenId }, NODE.id);
  assert.equal(claimed?.id, job.jobId);
  await step(books.database, job);
  // A lease that is held stays so, however slow the machine is.
  await books.database.query(
    `update open_jobs set lease_until = lease_until + interval '1 day' where id = $1 and lease_until > now()`,
    [job.jobId],
  );
  return job;
}

interface States {
  readonly job: string;
  readonly lease: string;
  readonly charge: string;
}

async function statesOf(database: Pick<Database, 'query'>, { jobId }: Subject): Promise<States> {
  const [states] = await database.query<States>(
    `select case when deleted_at is not null then 'deleted' when open.state = 'queued' and open.lease_until is not null then 'ahead'
         else coalesce(open.state, jobs.state) end as job,
       case when open.lease_until is null then 'ended' when open.lease_until < now() then 'expired'
         when open.stage is null then 'unconfirmed' else 'confirmed' end as lease,
       coalesce((select state from charges where job_id = jobs.id), (select state from credit_charges where job_id = jobs.id)) as charge
     from jobs left join open_jobs as open using (id) where id = $1`,
    [jobId],
  );
  assert.ok(states);
  return states;
}

/** Carries the states of a job out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly states: States;

  constructor(states: States) {
    super('rolled back');
    this.states = states;
  }
}

/** The states of a job after an action, which is rolled back. */
async function rehearse(act: Action[1], job: Subject): Promise<States> {
  const { database } = books;
  const rehearsal = database.transaction(async (tx) => {
    const query: Database['query'] = (sql, values) => tx.query(sql, values);
    // A charge that has ended refuses to end again.
    await act({ ...database, query, transaction: (work) => work(tx) }, job).catch(() => {});
    throw new RolledBack(await statesOf(tx, job));
  });
  const end: unknown = await rehearsal.catch((error: unknown) => error);
  assert.ok(end instanceof RolledBack);
  return end.states;
}

/** The transitions that actions make, when each is tried on each job. */
async function observe(tried: readonly Action[], which: keyof States): Promise<readonly string[]> {
  const seen = new Set<string>();
  for (const job of subjects) {
    const { [which]: from } = await statesOf(books.database, job);
    for (const [place, act] of tried) {
      const { [which]: to } = await rehearse(act, job);
      // The next attempt has a lease of its own.
      const start = which === 'lease' && from === 'ended' ? START : from;
      if (to !== from) seen.add(describeTransition({ from: start, to, place }));
    }
  }
  return [...seen].sort();
}

const drawn = ({ transitions }: typeof ofJob, from: (state: string) => boolean = () => true) =>
  transitions
    .filter((transition) => from(transition.from))
    .map(describeTransition)
    .sort();
const notStart = (state: string) => state !== START;

test('each function does to a job in each state what the diagram shows', async () => {
  verifies('DEC-DOCS-15');
  assert.deepEqual(await observe(actions, 'job'), drawn(ofJob, notStart));
  const [queued] = ofJob.transitions.filter(({ from }) => from === START);
  assert.equal(queued?.to, (await statesOf(books.database, await accepted({}))).job);
});

test('each function does to a lease in each state what the diagram shows', async () => {
  verifies('DEC-DOCS-15');
  assert.deepEqual(await observe(actions, 'lease'), drawn(ofLease));
});

test('each function does to a charge in each state what the diagram shows', async () => {
  verifies('DEC-DOCS-15');
  assert.deepEqual(await observe(chargeActions, 'charge'), drawn(ofCharge, notStart));
  for (const order of [{}, inCredits()]) {
    assert.equal((await statesOf(books.database, await accepted(order))).charge, 'held');
  }
});

test('every statement that changes a state is that of a function in the diagrams, and is tried', () => {
  verifies('DEC-DOCS-15');
  const shown = [ofJob, ofLease, ofCharge].flatMap(({ transitions }) =>
    transitions.map(({ place }) => place),
  );
  const places = [...new Set(shown)].filter((place) => place !== '').sort();
  assert.deepEqual(placesOfChanges(path.join(import.meta.dirname, '../../src')), places);
});

test('the diagrams have the states of the database, each with a job here and a row in the table below', async () => {
  verifies('DEC-DOCS-15');
  const checks = await books.database.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conname like '%_state_check'`,
  );
  const allowed = (...tables: readonly string[]) =>
    tables.flatMap((table) => {
      const { definition = '' } = checks.find(({ name }) => name === `${table}_state_check`) ?? {};
      return [...definition.matchAll(/'(\w+)'/g)].map(([, state = '']) => state);
    });
  const ofJobs = allowed('open_jobs', 'jobs').filter((state) => state !== 'open');
  const tried = await Promise.all(subjects.map((job) => statesOf(books.database, job)));
  for (const [{ states }, which, inDatabase] of [
    [ofJob, 'job', [...ofJobs, 'ahead', 'deleted']],
    [ofLease, 'lease', ofLease.states],
    [ofCharge, 'charge', allowed('charges')],
    [ofCharge, 'charge', allowed('credit_charges')],
  ] as const) {
    assert.deepEqual(states.toSorted(), inDatabase.toSorted());
    assert.deepEqual([...new Set(tried.map((states) => states[which]))].sort(), states.toSorted());
  }
  const rows = [...readDocument(PAGE).matchAll(/^\| `(\w+)` \|[^|]*\|([^|]*)/gm)];
  assert.deepEqual(
    rows.map(([, state]) => state),
    [ofJob, ofLease, ofCharge].flatMap(({ states }) => states),
  );
  for (const [, state = '', shown = ''] of rows.filter(([, name = '']) => ofJobs.includes(name))) {
    assert.ok(shown.includes(`\`${v1Status(state as JobState)}\``), state);
  }
});
