import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { expectedWait } from '../../src/jobs/queue/expected-wait.ts';

const calm = {
  sortKey: 100,
  secondsAhead: 40,
  runningSeconds: 10,
  running: 2,
  workers: 2,
  virtualTime: 100,
  virtualSpeed: 0,
  arrivals: [],
} as const;

test('the workers share the jobs before a job and the rest of the running ones', () => {
  verifies('DEC-QUEUE-07');
  assert.equal(expectedWait(calm), 22.5);
  assert.equal(expectedWait({ ...calm, workers: 5 }), 9);
  assert.equal(expectedWait({ ...calm, workers: 0 }), 45);
});

test('the wait is 0 while a worker is free', () => {
  assert.equal(expectedWait({ ...calm, secondsAhead: 0, running: 1 }), 0);
  assert.equal(expectedWait({ ...calm, secondsAhead: 0 }), 2.5);
});

test('later jobs of a higher priority make a free job wait longer, but not a paid one', () => {
  const arrivals = [{ delay: 10, load: 1 }];
  const free = expectedWait({ ...calm, sortKey: 160, arrivals });
  assert.ok(Math.abs(free - 37.5) < 1, `${free}`);
  assert.equal(expectedWait({ ...calm, sortKey: 110, arrivals }), 22.5);
});

test('a wait is finite and grows with the rate of arrivals', () => {
  const load = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(load, load, fc.nat(200), (one, other, ahead) => {
      const waitAt = (least: number) =>
        expectedWait({ ...calm, sortKey: 100 + ahead, arrivals: [{ delay: 0, load: least }] });
      const [less, more] = [waitAt(Math.min(one, other)), waitAt(Math.max(one, other))];
      assert.ok(Number.isFinite(more) && more >= less * 0.98);
    }),
  );
});
