import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { asksForSilence, asksForStill, asksForUniform } from '../../src/sanity/asked-for.ts';
import { SILENCE, STILL, UNIFORM } from './prompts.ts';

for (const [what, asks, { asking, showing }, least] of [
  ['one colour', asksForUniform, UNIFORM, 60],
  ['stillness', asksForStill, STILL, 20],
  ['silence', asksForSilence, SILENCE, 20],
] as const) {
  test(`${what} is asked for by the prompts that ask for it, and by no others`, (t) => {
    verifies('DEC-SANITY-02');
    assert.ok(asking.length >= least && showing.length >= least);
    const missed = asking.filter((prompt) => !asks(prompt));
    const mistaken = showing.filter(asks);
    const found = asking.length - missed.length;
    t.diagnostic(
      `recall ${found} of ${asking.length}, precision ${found} of ${found + mistaken.length}, ${showing.length} others`,
    );
    assert.deepEqual({ missed, mistaken }, { missed: [], mistaken: [] });
  });
}

test('a prompt is read in a time that grows with its length', () => {
  verifies('DEC-SANITY-02');
  for (const part of ['black ', 'for ', 'no ', '黒', 'still ', 'a', 'no sound of ', '#0']) {
    const prompt = part.repeat(20_000 / part.length);
    for (const asks of [asksForUniform, asksForStill, asksForSilence]) asks(prompt);
  }
});
