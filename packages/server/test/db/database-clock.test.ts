import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import type { Queryable } from '../../src/db/database.ts';
import { createDatabaseClock } from '../../src/db/database-clock.ts';
import { createTestClock } from '../../src/kernel/clock.ts';

/** A database whose time is `at` when it is read, `toMs` after the question and `fromMs` before the answer. */
function readAfter(timer: { ms: number }, { toMs, fromMs, aheadMs }: Reading): Queryable {
  return {
    async query<Row>() {
      timer.ms += toMs;
      const at = timer.ms + aheadMs;
      timer.ms += fromMs;
      return [{ at }] as Row[];
    },
  };
}

interface Reading {
  readonly toMs: number;
  readonly fromMs: number;
  /** How far the time of the database is from the timer. */
  readonly aheadMs: number;
}

const delay = fc.integer({ min: 0, max: 200 });

test('the time is never further from the database than the slower way of the latest reading', async () => {
  verifies('DEC-CLOCK-01');
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const reading = fc.record({ toMs: delay, fromMs: delay, drift: fc.integer({ min: -3000, max: 3000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 5 }), async (readings) => {
        const timer = { ms: 1000 };
        const clock = createDatabaseClock(() => timer.ms);
        let aheadMs = 1_900_000_000_000;
        for (const { drift, ...ways } of readings) {
          aheadMs += drift;
          await (await clock.follow(readAfter(timer, { ...ways, aheadMs }), () => {})).stop();
          timer.ms += 777;
          const wrongMs = Math.abs(clock.now().getTime() - (timer.ms + aheadMs));
          assert.ok(wrongMs <= Math.max(ways.toMs, ways.fromMs) + 1, `${wrongMs}`);
        }
      }),
    );
  } finally {
    mock.timers.reset();
  }
});

test('a machine whose clock is set has the same time as before', async () => {
  verifies('DEC-CLOCK-01');
  const timer = { ms: 0 };
  const clock = createDatabaseClock(() => timer.ms);
  const following = await clock.follow(
    readAfter(timer, { toMs: 1, fromMs: 1, aheadMs: Date.UTC(2031, 2, 5) }),
    () => {},
  );
  const wall = mock.method(Date, 'now', () => Date.UTC(1999, 0, 1));
  timer.ms += 5000;
  assert.equal(clock.now().toISOString(), '2031-03-05T00:00:05.002Z');
  const testClock = createTestClock(clock);
  testClock.set(new Date('2040-01-01T00:00:00Z'));
  timer.ms += 1000;
  assert.equal(testClock.now().toISOString(), '2040-01-01T00:00:01.000Z');
  wall.mock.restore();
  await following.stop();
});
