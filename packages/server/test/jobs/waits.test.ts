import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { median } from '../../bench/spread.ts';
import { measureWaits } from '../../bench/waits/measure-waits.ts';
import { waitScenarios } from '../../bench/waits/scenarios.ts';
import { simulateWaits } from '../../bench/waits/simulate-waits.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** The simulation that `npm run bench waits` prints, shortened. It has no real time in it. */

for (const scenario of waitScenarios(240)) {
  test(`the waits of the simulation are true: ${scenario.name}`, async (context) => {
    verifies('DEC-QUEUE-10', 'DEC-QUEUE-11', 'DEC-QUEUE-12', 'DEC-QUEUE-15', 'DEC-QUEUE-19');
    const books = await createTestDatabase();
    context.after(() => books.close());
    const { queued, running, rises, wrong, polls } = measureWaits(
      await simulateWaits(books.database, scenario),
    );
    assert.ok(polls > 50);
    assert.deepEqual({ rises, wrong }, { rises: 0, wrong: 0 });
    if (!scenario.isPredictable) return;
    for (const errors of [queued, running]) {
      assert.ok(median(errors) <= 0.3, `a median error of ${median(errors)}, of ${errors.length}`);
    }
  });
}
