import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { LeasedTask } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createExpectations, type ExpectedEnd } from '../src/expect-end.ts';

function taskOf(width: number): LeasedTask {
  return { operation: 'image', model: 'image', width, height: 512, frames: null } as LeasedTask;
}

async function isNear({ near }: ExpectedEnd): Promise<boolean> {
  return Promise.race([near.then(() => true), setImmediate(false)]);
}

test('a job that was just as large and quick is expected to end within seconds', async () => {
  verifies('DEC-WORKER-12');
  const expectEnd = createExpectations();
  const first = expectEnd(taskOf(512));
  first.started();
  assert.equal(await isNear(first), false);
  first.rendered();
  assert.equal(await isNear(first), true);
  const second = expectEnd(taskOf(512));
  second.started();
  assert.equal(await isNear(second), true);
  const larger = expectEnd(taskOf(1024));
  larger.started();
  assert.equal(await isNear(larger), false);
});

test('a job that failed says nothing about the next one', async () => {
  verifies('DEC-WORKER-12');
  const expectEnd = createExpectations();
  const failed = expectEnd(taskOf(512));
  failed.started();
  failed.rendered();
  failed.failed();
  const next = expectEnd(taskOf(512));
  next.started();
  assert.equal(await isNear(next), false);
});

test('a thousand sizes are remembered, and no more', async () => {
  const expectEnd = createExpectations();
  const render = (width: number) => {
    const expected = expectEnd(taskOf(width));
    expected.started();
    expected.rendered();
  };
  for (let width = 1; width <= 1001; width++) render(width);
  const forgotten = expectEnd(taskOf(1));
  forgotten.started();
  assert.equal(await isNear(forgotten), false);
  const known = expectEnd(taskOf(2));
  known.started();
  assert.equal(await isNear(known), true);
});
