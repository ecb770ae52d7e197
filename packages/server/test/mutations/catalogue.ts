import type { Mutation } from './mutation.ts';

/** Guards of what is sold, and for how much. */
export const catalogue: readonly Mutation[] = [
  {
    name: 'an order keeps the price of its quote, whatever version is in force',
    file: 'server/src/admit/accept/decide-request.ts',
    from: 'return quoted.version === current.version &&',
    to: 'return quoted.version <= current.version &&',
    tests: ['server/test/catalogue/price-versions.test.ts'],
  },
  {
    name: 'an order keeps the prices of its quote, whatever list its account has',
    file: 'server/src/admit/accept/decide-request.ts',
    from: 'quoted.priceList === current.priceList;',
    to: 'quoted.priceList !== undefined;',
    tests: ['server/test/catalogue/price-lists.test.ts'],
  },
  {
    name: 'the audit does not know price lists',
    file: 'server/src/ledger/audit/price-rules.ts',
    from: "case when used.price_list is null then 100 else (list ->> 'percent')::int end",
    to: '100',
    tests: ['server/test/catalogue/price-lists.test.ts'],
  },
  {
    name: 'a server accepts by the versions that it knows',
    file: 'server/src/admit/accept/accept-jobs.ts',
    from: 'if (current.latestVersion !== catalogue.latest()) throw new CatalogueUnknown();',
    to: 'if (current.latestVersion === catalogue.latest() - 1) throw new CatalogueUnknown();',
    tests: ['server/test/catalogue/price-versions.test.ts'],
  },
  {
    name: 'a version starts before an earlier one',
    file: 'server/src/catalogue/apply-catalogue.ts',
    from: 'if (latest !== undefined && latest.startsAt >= start) {',
    to: 'if (latest !== undefined && latest.startsAt.getTime() === start.getTime()) {',
    tests: ['server/test/catalogue/price-versions.test.ts'],
  },
  {
    name: 'the audit does not recalculate prices',
    file: 'server/src/ledger/audit/price-rules.ts',
    from: 'where price_cents is distinct from cents',
    to: 'where price_cents > 1000 * cents',
    tests: ['server/test/catalogue/price-versions.test.ts'],
  },
  {
    name: 'an allowance pays for what it does not include',
    file: 'server/src/funding/decide-funding.ts',
    from: 'if (images + twelfths === 0) return undefined;',
    to: 'if (images + twelfths < 0) return undefined;',
    tests: ['server/test/funding/decide-funding.test.ts', 'server/test/pricing/frame-rates.test.ts'],
  },
  {
    name: 'a unit that is no whole twelfth is rounded down',
    file: 'server/src/catalogue/model.ts',
    from: 'Math.ceil((12 * frameStep) / framesPerSecond)',
    to: 'Math.floor((12 * frameStep) / framesPerSecond)',
    tests: ['server/test/pricing/frame-rates.test.ts'],
  },
  {
    name: 'anybody may order a model of a plan',
    file: 'server/src/admit/accept/decide-request.ts',
    from: "if (plans === null || plans.includes(plan ?? 'none')) return undefined;",
    to: "if (plans === null || plans.includes('none')) return undefined;",
    tests: ['server/test/catalogue/own-models.test.ts'],
  },
  {
    name: 'a model that sleeps is refused',
    file: 'server/src/workers/decide-capacity.ts',
    from: 'if (maySleep || isServed(required, capabilities)) return undefined;',
    to: 'if (isServed(required, capabilities)) return undefined;',
    tests: ['server/test/catalogue/sleeping-pools.test.ts'],
  },
  {
    name: 'a job of a model that sleeps fails although a worker renders it',
    file: 'server/src/jobs/reaper.ts',
    from: '!isServed({ ...job, model: { id } }, capabilities)',
    to: 'id !== job.id',
    tests: ['server/test/catalogue/sleeping-pools.test.ts'],
  },
  {
    name: 'a job that was claimed meanwhile fails as if no worker had started',
    file: 'server/src/attempt/cancel-job.ts',
    from: "onlyIf: 'and lease_until is null'",
    to: "onlyIf: ''",
    tests: ['server/test/catalogue/sleeping-pools.test.ts'],
  },
];
