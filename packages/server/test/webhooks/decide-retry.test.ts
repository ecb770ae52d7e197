import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decideAttempt } from '../../src/webhooks/decide-retry.ts';

const DAY_MS = 86_400_000;

test('an event that fails is tried again for just under three days, at growing intervals', () => {
  verifies('DEC-WEBHOOK-05');
  for (const [random, share] of [
    [0, 1],
    [1, 0.9],
  ] as const) {
    const pauses: number[] = [];
    for (let attempts = 1; ; attempts++) {
      const decided = decideAttempt(attempts, { status: 503 }, random);
      if (decided.outcome !== 'retry') {
        assert.deepEqual(decided, { outcome: 'failed', error: 'the receiver returned 503' });
        break;
      }
      pauses.push(decided.afterMs);
    }
    assert.equal(pauses.length, 10);
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.equal(pauses[0], 5000 * share);
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    assert.ok(total > 2.6 * DAY_MS && total < 3 * DAY_MS);
  }
});

test('only 2xx is a delivery, and only 410 ends the deliveries to an address', () => {
  verifies('DEC-WEBHOOK-04', 'DEC-WEBHOOK-06');
  for (const status of [200, 202, 204, 299])
    assert.equal(decideAttempt(1, { status }, 0).outcome, 'delivered');
  for (const status of [0, 100, 199, 300, 301, 308, 400, 404, 429, 500]) {
    assert.equal(decideAttempt(1, { status }, 0).outcome, 'retry', String(status));
  }
  assert.equal(decideAttempt(1, { status: null, error: 'x' }, 0).outcome, 'retry');
  assert.equal(decideAttempt(1, { status: 410 }, 0).outcome, 'gone');
});
