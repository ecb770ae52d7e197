import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageTask, videoTask } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { createMeasuredTimes } from '../../src/remote/measured-times.ts';

const MAX = 1_000_000;

test('a task may take ten times the slowest of its kind lately, within what is allowed', () => {
  verifies('DEC-REMOTE-07');
  const times = createMeasuredTimes(5_000);
  assert.equal(times.limitMs(videoTask, MAX), MAX, 'nothing is known');
  times.add(videoTask, 2_000);
  times.add(videoTask, 1_000);
  assert.equal(times.limitMs(videoTask, MAX), 20_000);
  assert.equal(times.lastMs(videoTask), 1_000);
  assert.equal(times.limitMs(videoTask, 15_000), 15_000);
  for (let count = 0; count < 8; count++) times.add(videoTask, 100);
  assert.equal(times.limitMs(videoTask, MAX), 5_000, 'the slow one is forgotten');
});

test('what one model, size or length took says nothing of another', () => {
  const times = createMeasuredTimes(0);
  times.add(videoTask, 100);
  for (const other of [
    imageTask,
    { ...videoTask, width: 512 },
    { ...videoTask, frames: 49 },
    { ...videoTask, model: 'quality' },
  ])
    assert.equal(times.limitMs(other, MAX), MAX);
});
