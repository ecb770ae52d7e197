import type { Mutation } from './mutation.ts';

/** Guards of the queue's order and of positions. */
export const queue: readonly Mutation[] = [
  {
    name: 'a pool’s virtual time does not follow its claims',
    file: 'server/src/jobs/queue/claim-job.ts',
    from: 'for update of queue_clocks skip locked',
    to: 'and false for update of queue_clocks skip locked',
    tests: ['server/test/jobs/fair-claims.test.ts'],
  },
  {
    name: 'a claim is not retried for a locked job',
    file: 'server/src/jobs/queue/claim-job.ts',
    from: 'const LOCKED_PAUSES_MS = [10, 20, 40, 80, 160];',
    to: 'const LOCKED_PAUSES_MS: number[] = [];',
    tests: ['server/test/jobs/locked-jobs.test.ts'],
  },
  {
    name: 'an account’s jobs do not wait for its earlier ones',
    file: 'server/src/jobs/queue/virtual-time.ts',
    from: 'Math.max(virtualTime, lastFinish)',
    to: 'virtualTime',
    tests: ['server/test/jobs/virtual-time.test.ts'],
  },
  {
    name: 'a queued job gains no priority',
    file: 'server/src/jobs/accept/account-activity.ts',
    from: 'extract(epoch from now() - at)::float8 * $3',
    to: '0 * $3',
    tests: ['server/test/jobs/fair-claims.test.ts'],
  },
  {
    name: 'a deleted job stays charged to its account',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: 'if (job.attempt === 0)',
    to: 'if (job.attempt > 0)',
    tests: ['server/test/jobs/queue-view.test.ts'],
  },
  {
    name: 'a job that is queued again is not counted',
    file: 'server/migrations/0005_queue.sql',
    from: `if tg_op = 'UPDATE' and new.state = 'queued' then`,
    to: 'if false then',
    tests: ['server/test/jobs/queue-view.test.ts'],
  },
  {
    name: 'long segments of the queue are not cut',
    file: 'server/src/jobs/queue/queue-segments.ts',
    from: '> LONGEST &&',
    to: '< 0 &&',
    tests: ['server/test/jobs/queue-view.test.ts'],
  },
  {
    name: 'a worker counts for kinds of pools that it does not serve',
    file: 'server/src/jobs/capacity/worker-health.ts',
    from: 'report.pools.includes(poolOfKind[kind])',
    to: 'kind.length > 0',
    tests: ['server/test/api/no-capacity.test.ts'],
  },
  {
    name: 'a worker that stops stays in /health',
    file: 'server/src/jobs/capacity/worker-health.ts',
    from: 'set stopped_at = now() where name',
    to: 'set stopped_at = null where name',
    tests: ['server/test/job-api/health.test.ts'],
  },
  {
    name: 'a running job is expected to take longer and longer',
    file: 'server/src/jobs/queue/remaining-seconds.ts',
    from: 'Math.max(duration - elapsed, LEAST_SHARE * duration)',
    to: 'Math.max(duration - elapsed, LEAST_SHARE * elapsed)',
    tests: ['server/test/job-api/estimated-wait.test.ts', 'server/test/jobs/forecast.test.ts'],
  },
  {
    name: 'a worker that renders is expected to be free',
    file: 'server/src/jobs/queue/forecast.ts',
    from: 'const running = order.running.filter((job) => job.worker === worker.name);',
    to: 'const running = order.running.filter((job) => job.worker === null);',
    tests: ['server/test/job-api/estimated-wait.test.ts'],
  },
];
