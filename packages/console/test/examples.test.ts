import assert from 'node:assert/strict';
import { test } from 'node:test';
import { understoodWords } from '@kinora/procedural/prompt/understood-words';
import { verifies } from '@kinora/testing/requirements';
import { EXAMPLES } from '../src/studio/stage/example-prompts.ts';

/** Small words that decide nothing in any engine. */
const SMALL = /\b(a|on|at|in|of|below|under|beside|over)\b/g;

test('the built-in engine understands most of each example, and both pictures and videos are offered', () => {
  verifies('DEC-STAGE-03');
  for (const { prompt } of EXAMPLES) {
    const known = understoodWords(prompt).join(' ').split(' ');
    const words = prompt.toLowerCase().replaceAll(',', '').replaceAll(SMALL, ' ').trim().split(/\s+/);
    const missing = words.filter((word) => !known.includes(word));
    assert.ok(missing.length <= words.length / 3, `${prompt}: ${missing}`);
  }
  assert.deepEqual(new Set(EXAMPLES.map(({ operation }) => operation)), new Set(['image', 'video']));
});
