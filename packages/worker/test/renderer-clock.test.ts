import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RendererActivity } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createRendererClock } from '../src/renderer-clock.ts';

function startClock() {
  let at = 0;
  const clock = createRendererClock(() => at);
  return {
    ...clock,
    pass: (ms: number) => {
      at += ms;
    },
    /** What is not 0. */
    spent: () =>
      Object.fromEntries(Object.entries(clock.totals()).filter(([, ms]) => ms > 0)) as Partial<
        Record<RendererActivity, number>
      >,
  };
}

test('the time of a renderer is told apart by what it does, and why it does nothing', () => {
  verifies('DEC-WORKER-14');
  const time = startClock();
  const slot = time.slot();
  time.pass(3);
  time.asked('renderer_not_ready');
  time.pass(100);
  assert.deepEqual(time.spent(), { renderer_not_ready: 3 });
  // The request ends with a job: of its last 100 ms, there was no job for 90.
  time.asked('leasing', 90);
  slot.idle('preparing');
  const first = slot.attempt(undefined);
  time.pass(7);
  first.started();
  time.pass(1000);
  first.progress(0.5);
  time.pass(500);
  // The next one is leased and prepared meanwhile.
  slot.idle('asking');
  time.asked('leasing', 400);
  slot.idle('preparing');
  const second = slot.attempt(undefined);
  time.pass(500);
  first.rendered();
  first.rendered();
  time.pass(2);
  second.started();
  time.pass(1000);
  second.rendered();
  slot.idle('delivering');
  time.pass(60);
  slot.idle('asking');
  time.pass(2000);
  time.asked('server_unreachable');
  time.pass(25_000);
  time.asked('leasing', Number.POSITIVE_INFINITY);
  assert.deepEqual(time.spent(), {
    rendering: 3000,
    waiting_for_jobs: 25_090,
    leasing: 10,
    preparing: 9,
    delivering: 60,
    renderer_not_ready: 3,
    server_unreachable: 2000,
  });
});

test('a job of another model than the last one loads it until its first progress', () => {
  verifies('DEC-WORKER-14');
  const time = startClock();
  const slot = time.slot();
  for (const [model, loadingMs] of [
    ['image', 20],
    ['image', 20],
    ['video/fast', 30],
  ] as const) {
    const attempt = slot.attempt(model);
    attempt.started();
    time.pass(loadingMs);
    attempt.progress(0);
    time.pass(1);
    attempt.progress(0.1);
    time.pass(100);
    attempt.rendered();
    attempt.progress(1);
  }
  assert.deepEqual(time.spent(), { loading: 52, rendering: 321 });
});

test('of two slots, the one that waits for the request of the other waits for the same', () => {
  verifies('DEC-WORKER-14');
  const time = startClock();
  const [one, other] = [time.slot(), time.slot()];
  time.pass(50);
  time.asked('leasing', 40);
  one.idle('preparing');
  const attempt = one.attempt(undefined);
  attempt.started();
  time.pass(200);
  time.asked('leasing', Number.POSITIVE_INFINITY);
  attempt.rendered();
  other.idle('delivering');
  assert.deepEqual(time.spent(), { rendering: 200, waiting_for_jobs: 280, leasing: 20 });
});
