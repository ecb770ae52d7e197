import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { understoodWords } from '../src/prompt/understood-words.ts';

test('the engine says which words of a prompt it drew, and leaves out what it did not know', () => {
  verifies('DEC-STUDIO-40');
  for (const [prompt, understood] of [
    ['A lighthouse on a cliff at sunset, with my aunt Gertrude', ['lighthouse', 'cliff', 'sunset']],
    ['three red boats', ['three red boats']],
    ['a fox without snow', ['fox']],
    ['an invoice for quarterly earnings', []],
    ['der Leuchtturm', []],
    ['', []],
  ] as const) {
    assert.deepEqual(understoodWords(prompt), understood, prompt);
  }
});
