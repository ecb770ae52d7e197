import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { STRICT } from '../../src/queue/forecast.ts';
import { simulateQueue } from '../../src/queue/simulate-queue.ts';

const IMAGE = { operation: 'image', model: 'image', width: 256, height: 256, frames: null } as const;

test('a job that a worker leaves to a cheaper one starts there, or here once it has waited for long enough', () => {
  verifies('DEC-COST-02');
  const job = (age: number) => ({
    ...IMAGE,
    id: 'a',
    sortKey: 0,
    virtualStart: 0,
    seconds: 3,
    passedFor: null,
    age,
  });
  const start = (cheapFreeIn: number, age: number) => {
    const slot = { canRender: () => true, loaded: null };
    const slots = [
      { ...slot, freeIn: 0, yields: () => true },
      { ...slot, freeIn: cheapFreeIn, yields: () => false },
    ];
    const queues = { image: { jobs: [job(age)], virtualTime: 0 }, video: { jobs: [], virtualTime: 0 } };
    const { starts, freeFor } = simulateQueue(slots, queues, { ...STRICT, fallbackSeconds: 10 });
    return [starts.get('a'), freeFor(IMAGE)];
  };
  assert.deepEqual(start(4, 0), [4, 7]);
  assert.deepEqual(start(60, 0), [10, 13]);
  assert.deepEqual(start(60, 8), [2, 10]);
  assert.deepEqual(start(60, 15), [0, 10]);
});
