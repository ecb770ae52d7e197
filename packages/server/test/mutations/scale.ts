import type { Mutation } from './mutation.ts';

export const scale: readonly Mutation[] = [
  {
    name: 'a plan made for almost empty tables reads them as a whole for ever',
    file: 'server/src/db/plan-settings.ts',
    from: 'set enable_seqscan = off`',
    to: 'set enable_seqscan = on`',
    tests: ['server/test/db/statement-plans.test.ts'],
  },
  {
    name: 'acceptance reads the queue of all accounts',
    file: 'server/src/jobs/accept/account-activity.ts',
    from: `state = 'queued' and virtual_start > '-infinity'`,
    to: `state = 'queued' and sort_key > '-infinity'`,
    tests: ['server/test/db/statement-plans.test.ts'],
  },
  {
    name: 'content comes before payment for an account whose last order was just accepted',
    file: 'server/src/orders/place-order.ts',
    from: 'accept(order, checked.value, dependencies) : undefined;',
    to: 'accept(order, checked.value, dependencies) : { ...refused(checked.problem), rate: undefined };',
    tests: ['server/test/orders/without-pre-check.test.ts'],
  },
  {
    name: 'an upload is decoded before the account was read',
    file: 'server/src/orders/place-order.ts',
    from: 'dependencies.checksAreLocal && order.upload === undefined && ',
    to: 'dependencies.checksAreLocal && ',
    tests: ['server/test/orders/without-pre-check.test.ts'],
  },
  {
    name: 'an image is signed although its check refuses it later',
    file: 'worker/src/finish-media.ts',
    from: '        await checked;\n',
    to: '',
    tests: ['worker/test/finish-media.test.ts'],
  },
  {
    name: 'a worker leases a third job before its first has ended',
    file: 'worker/src/run-worker.ts',
    from: '    await previous;\n    rendered.resolve();',
    to: '    rendered.resolve();',
    tests: ['worker/test/run-worker.test.ts'],
  },
  {
    name: 'a worker with two jobs counts as two workers',
    file: 'server/src/jobs/queue/forecast.ts',
    from: 'Math.max(0, ...ends)',
    to: 'Math.max(0, Math.min(...ends))',
    tests: ['server/test/jobs/forecast.test.ts'],
  },
  {
    name: 'a server process that was killed is not started again',
    file: 'server/src/cli/server-processes.ts',
    from: 'if (!stopping) start(index);',
    to: '',
    tests: ['server/test/faults/server-processes.test.ts'],
  },
  {
    name: 'workers in both pools claim together, whichever pool is behind',
    file: 'server/src/jobs/queue/claim-job.ts',
    from: 'request.pools.length > 1 ? request : JSON',
    to: 'JSON',
    tests: ['server/test/jobs/claims-together.test.ts'],
  },
  {
    name: 'the jobs of a long queue are claimed one by one',
    file: 'server/src/jobs/queue/lease-broker.ts',
    from: 'Math.min(2 * atOnce, MOST_CLAIMS)',
    to: '1',
    tests: ['server/test/jobs/lease-broker.test.ts'],
  },
];
