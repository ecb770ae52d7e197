import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { sampleTimes } from '../src/sample-times.ts';

const at = (fps: number, frames: number) => Array.from({ length: frames }, (_, index) => index / fps);

test('the first and the last frame of a video are sampled, and evenly spaced ones between', () => {
  verifies('DEC-OUTPUT-01');
  assert.deepEqual(sampleTimes(at(24, 121), 1), [0, 24, 48, 72, 96, 120]);
  assert.deepEqual(sampleTimes(at(24, 73), 0.5), [0, 12, 24, 36, 48, 60, 72]);
  assert.deepEqual(sampleTimes(at(24, 9), 1), [0, 8]);
  assert.deepEqual(sampleTimes(at(24, 1), 1), [0]);
  assert.deepEqual(sampleTimes([], 1), []);
});

test('anything shown for the interval is sampled, at every frame rate and from every start', () => {
  verifies('DEC-OUTPUT-01');
  const steps = fc.array(fc.double({ min: 0.005, max: 0.7, noNaN: true }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(steps, fc.double({ min: 0.1, max: 1, noNaN: true }), (durations, seconds) => {
      let time = 0;
      const times = durations.map((duration) => {
        time += duration;
        return time;
      });
      const chosen = sampleTimes(times, seconds);
      assert.equal(chosen[0], 0);
      assert.equal(chosen.at(-1), times.length - 1);
      for (const [place, index] of chosen.entries()) {
        const previous = chosen[place - 1];
        if (previous === undefined) continue;
        const gap = (times[index] ?? 0) - (times[previous] ?? 0);
        // Frames that are shown for longer than the interval are all sampled.
        assert.ok(index === previous + 1 || gap <= seconds + 0.001, `${gap} s between two samples`);
      }
    }),
  );
});

test('the result does not depend on the order of frames in the file', () => {
  verifies('DEC-OUTPUT-01');
  assert.deepEqual(
    sampleTimes(
      [0, 3, 1, 2, 6, 4, 5].map((frame) => frame / 2),
      1,
    ),
    [0, 2, 4, 6],
  );
});
