import type { Mutation } from './mutation.ts';

/** Guards of what jobs cost the operator, and of the page that shows it. */
export const costs: readonly Mutation[] = [
  {
    name: 'the cost of a failed attempt is forgotten when its job is queued again',
    file: 'server/src/attempt/fail-attempt.ts',
    from: 'costCents: unsettled === true ? null : costCents',
    to: 'costCents: null',
    tests: ['server/test/worker-api/costs.test.ts'],
  },
  {
    name: 'an order that two attempts went on with is counted twice',
    file: 'server/src/attempt/fail-attempt.ts',
    from: 'costCents: unsettled === true ? null : costCents',
    to: 'costCents',
    tests: ['server/test/worker-api/costs.test.ts'],
  },
  {
    name: 'a completed job costs its last attempt only',
    file: 'server/src/attempt/complete-attempt.ts',
    from: "withCost('ended.cost_cents', '$11')",
    to: "withCost('null::numeric', '$11')",
    tests: ['server/test/worker-api/costs.test.ts'],
  },
  {
    name: 'a deleted job forgets what its attempts cost',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: ', cost_cents = ended.cost_cents',
    to: '',
    tests: ['server/test/worker-api/costs.test.ts'],
  },
  {
    name: 'the catalogue overrules what a worker says that an attempt cost',
    file: 'server/src/attempt/complete-attempt.ts',
    from: 'result.cost_cents ?? usualCost(job)',
    to: 'usualCost(job) ?? result.cost_cents',
    tests: ['server/test/worker-api/costs.test.ts'],
  },
  {
    name: 'a worker reports the cost of its settings instead of what its renderer bills',
    file: 'worker/src/attempt-cost.ts',
    from: 'cents = billed ?? cents ?? usual;',
    to: 'cents = usual ?? billed ?? cents;',
    tests: ['worker/test/attempt-cost.test.ts'],
  },
  {
    name: 'an order that a renderer took is free when it fails',
    file: 'worker/src/attempt-cost.ts',
    from: '        count();\n        await orders.keep(id);',
    to: '        await orders.keep(id);',
    tests: ['worker/test/attempt-cost.test.ts'],
  },
  {
    name: 'the margin leaves out what jobs without a result cost',
    file: 'server/src/operator/margin/margin-days.ts',
    from: 'coalesce(sum(cost_cents), 0) as cost_cents',
    to: "coalesce(sum(cost_cents) filter (where jobs.state = 'completed'), 0) as cost_cents",
    tests: ['server/test/operator/margin.test.ts'],
  },
  {
    name: 'what was returned counts as revenue',
    file: 'server/src/operator/margin/margin-days.ts',
    from: "filter (where charges.state = 'settled')",
    to: '',
    tests: ['server/test/operator/margin.test.ts'],
  },
  {
    name: 'a day is closed while its last jobs may still end',
    file: 'server/src/operator/margin/margin-days.ts',
    from: 'const SETTLED_MS = 10 * 60_000;',
    to: 'const SETTLED_MS = 0;',
    tests: ['server/test/operator/margin.test.ts'],
  },
  {
    name: 'a price below the cost of a worker is no warning',
    file: 'server/src/catalogue/below-cost.ts',
    from: '...workers.filter((worker) => worker.model === model.id),',
    to: '...workers.filter((worker) => worker.model === model.title),',
    tests: ['server/test/catalogue/below-cost.test.ts'],
  },
];
