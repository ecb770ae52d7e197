import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPollPace } from '../../src/openai/poll-pace.ts';

const PAUSES = { nearPoll: 100, firstPoll: 500, maxPoll: 5_000 };

/** The times at which a video that takes `durationMs` is asked for. */
function pollsOf(durationMs: number, knownMs: number | undefined, progressAt: (ms: number) => number) {
  const pace = createPollPace(PAUSES, knownMs);
  const polls: number[] = [];
  for (let at = 0; at < durationMs; ) {
    at += pace.pauseMs(at, progressAt(at));
    polls.push(at);
  }
  return polls;
}

test('a video of a known length or with a progress is asked for seldom, and its end is seen within 0.1 s', () => {
  for (const durationMs of [3_000, 60_000, 600_000]) {
    const known = pollsOf(durationMs, durationMs, () => 0);
    const reported = pollsOf(durationMs, undefined, (ms) => ms / durationMs);
    for (const polls of [known, reported]) {
      assert.ok(
        (polls.at(-1) ?? 0) <= durationMs + 100,
        `the end of ${durationMs} ms is seen at ${polls.at(-1)}`,
      );
      assert.ok(polls.length <= 12 + durationMs / 5_000, `${polls.length} polls in ${durationMs} ms`);
    }
  }
});

test('one that takes longer than expected is asked for less and less often', () => {
  assert.deepEqual(
    pollsOf(1_500, 100, () => 0),
    [100, 200, 350, 575, 912.5, 1418.75, 2178.125],
  );
  const unknown = pollsOf(60_000, undefined, () => 0);
  assert.deepEqual(unknown.slice(0, 3), [500, 1250, 2375]);
  assert.ok(unknown.length < 20);
});
