import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createFairSlots } from '../../src/kernel/fair-slots.ts';

const turns = () => new Promise((resolve) => setImmediate(resolve));

test('an owner with much work has one piece of it done at a time, and another waits for no more than that', async () => {
  verifies('DEC-PREVIEW-02');
  const inSlot = createFairSlots(2);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (owner: string) =>
    inSlot(owner, () => {
      started.push(owner);
      return new Promise<void>((resolve) => void ends.push(resolve));
    });
  const all = ['a', 'a', 'a', 'a', 'b', 'c'].map(work);
  await turns();
  assert.deepEqual(started, ['a', 'b']);
  ends.shift()?.();
  await turns();
  assert.deepEqual(started, ['a', 'b', 'c']);
  ends.shift()?.();
  await turns();
  assert.deepEqual(started, ['a', 'b', 'c', 'a']);
  while (started.length < all.length || ends.length > 0) {
    ends.shift()?.();
    await turns();
  }
  await Promise.all(all);
});

test('work that fails fails alone', async () => {
  verifies('DEC-PREVIEW-02');
  const inSlot = createFairSlots(1);
  const failing = inSlot('a', async () => {
    throw new Error('broken');
  });
  await assert.rejects(failing, /broken/);
  assert.equal(await inSlot('a', async () => 'done'), 'done');
});
