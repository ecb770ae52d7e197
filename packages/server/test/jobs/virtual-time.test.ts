import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import {
  AGEING,
  afterClaim,
  assignVirtualTimes,
  jobsBefore,
  overtakenForSeconds,
  type Priority,
  type VirtualTimes,
} from '../../src/queue/virtual-time.ts';

const PRIORITIES: readonly Priority[] = [0, 10, 20];
const someone = fc.integer({ min: 0, max: 5 });
const aPriority = fc.constantFrom(...PRIORITIES);
const aCost = fc.constantFrom(1, 2, 5, 10);

interface Job extends VirtualTimes {
  readonly number: number;
  readonly account: number;
  readonly priority: Priority;
  readonly acceptedAt: number;
  /** Whether its account had no other job queued. */
  readonly isAlone: boolean;
  /** How many jobs had been claimed when it was accepted. */
  readonly claimedBefore: number;
  readonly lastCost: number;
}

/** One pool by the pure functions alone: the state that PostgreSQL keeps in clocks, account activity and index. */
function createPool() {
  const waiting: Job[] = [];
  const claimed: Job[] = [];
  const last = new Map<number, { readonly finish: number; readonly cost: number }>();
  let virtualTime = 0;
  let now = 0;
  let number = 0;
  return {
    waiting,
    claimed,
    pass(seconds: number) {
      now += seconds;
      virtualTime += seconds * AGEING;
    },
    accept(account: number, priority: Priority, cost: number): Job {
      const earlier = last.get(account);
      const times = assignVirtualTimes(
        { virtualTime, lastFinish: earlier?.finish ?? 0, lastStart: null },
        priority,
        cost,
      );
      const isAlone = waiting.every((job) => job.account !== account);
      const job = {
        ...times,
        number,
        account,
        priority,
        acceptedAt: now,
        isAlone,
        lastCost: earlier?.cost ?? 0,
        claimedBefore: claimed.length,
      };
      number += 1;
      last.set(account, { finish: times.virtualFinish, cost });
      waiting.push(job);
      return job;
    },
    claim(): Job | undefined {
      waiting.sort((a, b) => a.sortKey - b.sortKey || a.number - b.number);
      const job = waiting.shift();
      if (job === undefined) return undefined;
      virtualTime = afterClaim(virtualTime, job.virtualStart);
      claimed.push(job);
      return job;
    },
  };
}

type Pool = ReturnType<typeof createPool>;

/** A random history: accounts of all tiers, floods, claims, pauses. */
const histories = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('accept' as const), someone, aPriority, aCost) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('flood' as const), someone, aPriority, aCost) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('claim' as const), someone, aPriority, aCost) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('pass' as const), someone, aPriority, aCost) },
  ),
  { maxLength: 150 },
);

function play(history: typeof histories extends fc.Arbitrary<infer Steps> ? Steps : never): Pool {
  const pool = createPool();
  for (const [step, account, priority, cost] of history) {
    if (step === 'accept') pool.accept(account, priority, cost);
    if (step === 'flood') for (let i = 0; i < 40; i++) pool.accept(account, priority, cost);
    if (step === 'claim') pool.claim();
    if (step === 'pass') pool.pass(account * 300);
  }
  return pool;
}

function drain(pool: Pool): readonly Job[] {
  while (pool.claim() !== undefined);
  return pool.claimed;
}

test('of jobs accepted at the same time, the higher priority starts first', () => {
  verifies('DEC-QUEUE-03');
  fc.assert(
    fc.property(histories, aCost, (history, cost) => {
      const pool = play(history);
      const jobs = fc.sample(fc.shuffledSubarray([...PRIORITIES], { minLength: 3 }), 1)[0] ?? [];
      const accepted = jobs.map((priority, at) => pool.accept(100 + at, priority, cost));
      const order = drain(pool).filter((job) => accepted.includes(job));
      assert.deepEqual(
        order.map(({ priority }) => priority),
        [20, 10, 0],
      );
    }),
  );
});

test('jobs of one account and one priority keep their order', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const last = new Map<string, number>();
      for (const { account, priority, number } of drain(play(history))) {
        const key = `${account} ${priority}`;
        assert.ok((last.get(key) ?? -1) < number);
        last.set(key, number);
      }
    }),
  );
});

test('a flood of one account delays the next job of another of its tier by one job', () => {
  verifies('DEC-QUEUE-03');
  fc.assert(
    fc.property(
      aPriority,
      aCost,
      fc.integer({ min: 1, max: 10_000 }),
      fc.nat(50),
      (priority, cost, flood, begun) => {
        const pool = createPool();
        for (let i = 0; i < flood; i++) pool.accept(0, priority, cost);
        for (let i = 0; i < begun; i++) pool.claim();
        const job = pool.accept(1, priority, cost);
        const before = pool.waiting.filter(
          ({ sortKey, number }) => sortKey < job.sortKey || (sortKey === job.sortKey && number < job.number),
        );
        assert.ok(before.length <= 1, `${before.length} jobs are claimed before it`);
      },
    ),
  );
});

test('accounts with queued jobs are served one job each, however many jobs they have', () => {
  fc.assert(
    fc.property(
      aPriority,
      aCost,
      fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 2, maxLength: 6 }),
      (priority, cost, floods) => {
        const pool = createPool();
        for (const [account, jobs] of floods.entries()) {
          for (let i = 0; i < jobs; i++) pool.accept(account, priority, cost);
        }
        for (let round = 0; round < 20; round++) {
          const served = new Set(floods.map(() => pool.claim()?.account));
          assert.equal(served.size, floods.length);
        }
      },
    ),
  );
});

test('an account that had all workers while the queue was empty is not charged for it later', () => {
  const pool = createPool();
  for (let i = 0; i < 1000; i++) {
    pool.accept(0, 10, 5);
    pool.claim();
  }
  for (let i = 0; i < 3; i++) pool.accept(1, 10, 5);
  pool.accept(0, 10, 5);
  assert.deepEqual(
    // One while the other account's last job runs, one at the same time as its next job.
    [pool.claim(), pool.claim(), pool.claim()].map((job) => job?.account),
    [1, 1, 0],
  );
});

test('no account gets more than its bound before a job of an account that had none queued', () => {
  verifies('DEC-QUEUE-04');
  fc.assert(
    fc.property(histories, (history) => {
      const claimed = drain(play(history.filter(([step]) => step !== 'pass')));
      for (const [at, job] of claimed.entries()) {
        if (!job.isAlone) continue;
        const before = claimed.slice(job.claimedBefore, at);
        for (const account of new Set(before.map((other) => other.account))) {
          const ofAccount = before.filter((other) => other.account === account);
          const cost = Math.min(...ofAccount.map(({ serviceCost }) => serviceCost));
          const priorities = ofAccount.map(({ priority }) => priority);
          assert.ok(ofAccount.length <= jobsBefore(job.priority, job.lastCost, { cost, priorities }));
        }
      }
    }),
    {
      numRuns: 300,
      // A flood with a short delay and one with a longer delay, which the virtual time passes.
      examples: [
        [
          [
            ['flood', 1, 0, 1],
            ['flood', 1, 10, 1],
            ['claim', 0, 0, 1],
            ['accept', 0, 0, 1],
          ],
        ],
      ],
    },
  );
});

test('no job starves: jobs accepted after the bound never start first, however many there are', () => {
  verifies('DEC-QUEUE-04');
  fc.assert(
    fc.property(histories, (history) => {
      const claimed = drain(play(history));
      for (const [at, job] of claimed.entries()) {
        if (!job.isAlone) continue;
        const latest = Math.max(...claimed.slice(0, at).map(({ acceptedAt }) => acceptedAt));
        assert.ok(latest - job.acceptedAt <= overtakenForSeconds(job.priority, job.lastCost) + 1e-6);
      }
    }),
  );
  // New paid accounts keep arriving faster than they are served.
  const pool = createPool();
  const free = pool.accept(0, 0, 5);
  let waited = 0;
  for (let account = 1; pool.waiting.includes(free); account += 1) {
    pool.accept(account, 20, 5);
    if (account % 2 === 0) pool.claim();
    pool.pass(5);
    waited += 5;
    assert.ok(
      waited <= 2 * overtakenForSeconds(0, 0) + 10,
      'twice the bound, because only every second job is served',
    );
  }
  assert.equal(overtakenForSeconds(0, 0), 3600);
});
