import { recordFault } from '../../src/attempt/fail-attempt.ts';
import type { Database } from '../../src/db/database.ts';
import { readMonthEnd } from '../../src/funding/month-end.ts';
import { readBalance } from '../../src/funding/read-balance.ts';
import { readUsage } from '../../src/funding/read-usage.ts';
import { createFindJob } from '../../src/jobs/views/find-job.ts';
import { listJobs } from '../../src/jobs/views/list-jobs.ts';
import { isoDate, monthStart, systemClock } from '../../src/kernel/clock.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest } from '../../test/support/act-as-worker.ts';
import { catalogue } from '../../test/support/default-catalogue.ts';
import { fillHistory } from '../../test/support/fill-history.ts';
import { acceptorOf, jobRequest } from '../../test/support/jobs-under-test.ts';
import { openQueueDatabases } from '../queue-database.ts';
import { createAccounts } from '../service.ts';
import { median, number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

/** The statements of calls and workers beside a young database, in one that keeps the jobs of years. */

const GOAL_RATIO = 1.5;
const YOUNG = 20_000;
const FULL = { ended: 2_000_000, accounts: 2_000, rounds: 300 };
const QUICK = { ended: 40_000, accounts: 100, rounds: 10 };
/** Ended jobs are this far apart, so those of 7 days are still kept and the others are purged. */
const SECONDS_APART = 6;

const STEPS = {
  accept: 'acceptance',
  poll: 'poll',
  list: 'first page of an account’s jobs',
  usage: 'usage of an account',
  balance: 'balance of an account',
  month: 'an account’s total of a month',
  claim: 'claim',
  end: 'end of a job, with its reversal',
} as const;
type Step = keyof typeof STEPS;

interface Scene {
  readonly ms: Readonly<Record<Step, number[]>>;
  round(at: number): Promise<void>;
}

async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const { ended, accounts, rounds } = quick ? QUICK : FULL;
  const [youngDatabase, oldDatabase] = await openQueueDatabases(closing, ['young', 'old']);
  if (youngDatabase === undefined || oldDatabase === undefined)
    throw new Error('two databases were requested');
  const young = await openScene(youngDatabase, YOUNG, accounts);
  const old = await openScene(oldDatabase, ended, accounts);
  for (let at = 0; at < rounds; at++) {
    // The second one has warm processor caches, so the order alternates.
    for (const scene of at % 2 === 0 ? [young, old] : [old, young]) await scene.round(at);
  }
  const firstAudit = await timeAudit(oldDatabase, reportFailure);
  const nextAudit = await timeAudit(oldDatabase, reportFailure);
  const [size] = await oldDatabase.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    title: `history: ${number(YOUNG)} ended jobs and ${number(ended)}, with their money, ${number(rounds)} rounds in alternation`,
    header: ['', 'young ms', 'p95', 'old ms', 'p95', 'RATIO', 'goal', ''],
    rows: (Object.keys(STEPS) as Step[]).map((step) => {
      const [before, after] = [young.ms[step], old.ms[step]];
      const ratio = median(after) / median(before);
      return [
        STEPS[step],
        ...[before, after].flatMap((times) => [number(median(times), 2), number(quantile(times, 0.95), 2)]),
        number(ratio, 2),
        `≤ ${GOAL_RATIO}`,
        ratio <= GOAL_RATIO ? 'ok' : 'over',
      ];
    }),
    notes: [
      `Medians, one request at a time. The old database has ${number((size?.bytes ?? 0) / 1e9, 1)} GB; the jobs of its last 7 days are still kept.`,
      `The first audit of its ledger took ${number(firstAudit, 1)} s, the next one ${number(nextAudit, 1)} s.`,
    ],
  };
}

async function openScene(database: Database, ended: number, accountCount: number): Promise<Scene> {
  const accounts = await createAccounts(database, accountCount);
  await fillHistory(database, { ended, secondsApart: SECONDS_APART });
  await recordWorker(database, leaseRequest());
  const accept = acceptorOf(database);
  const findJob = createFindJob(database, systemClock);
  const ms: Scene['ms'] = {
    accept: [],
    poll: [],
    list: [],
    usage: [],
    balance: [],
    month: [],
    claim: [],
    end: [],
  };
  const timed = async <Value>(step: Step, work: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now();
    const value = await work();
    ms[step].push(performance.now() - startedAt);
    return value;
  };
  return {
    ms,
    async round(at) {
      const accountId = accounts[at % accounts.length]?.id ?? '';
      const now = systemClock.now();
      const request = jobRequest(accountId);
      const accepted = await timed('accept', () => accept(request));
      if (!accepted.ok) throw new Error('a job was rejected');
      if ((await timed('poll', () => findJob(request.jobId))) === undefined)
        throw new Error('a job is missing');
      const page = { accountId, before: undefined, limit: 50, status: undefined, medium: undefined };
      await timed('list', () => listJobs(database, page, now));
      await timed('usage', () => readUsage(database, catalogue, accountId, now));
      await timed('balance', () => readBalance(database, accountId, now));
      await timed('month', () => readMonthEnd(database, accountId, isoDate(monthStart(now))));
      const job = await timed('claim', () => claimJob(database, leaseRequest()));
      if (job === undefined) throw new Error('there is nothing to claim');
      const lease = { jobId: job.id, attempt: job.attempt };
      const report = { reason: 'the benchmark renders nothing', retryable: false };
      await timed('end', () => recordFault(database, systemClock, lease, report));
    },
  };
}

async function timeAudit(database: Database, reportFailure: Run['reportFailure']): Promise<number> {
  const startedAt = performance.now();
  for (const { rule, violations } of await auditLedger(database)) {
    for (const violation of violations) reportFailure(`ledger: ${rule}: ${violation}`);
  }
  return (performance.now() - startedAt) / 1000;
}

export const history: Topic = {
  name: 'history',
  summary: 'calls and workers in a database with two million ended jobs (ten minutes)',
  long: true,
  run,
};
