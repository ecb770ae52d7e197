import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { readAnswer } from '../../src/openai/read-answer.ts';

/** What vendors say of the cost, as their documents have it. */
const ANSWERS: readonly (readonly [what: string, answer: object, cents: number | undefined])[] = [
  ['ticks of a dollar (xAI)', { status: 'done', usage: { cost_in_usd_ticks: 500_000_000 } }, 5],
  ['dollars (OpenRouter)', { status: 'completed', usage: { cost: 0.25, is_byok: false } }, 25],
  ['dollars within a wrapper', { code: 0, data: { usage: { cost: 1.5 } } }, 150],
  ['what is free', { usage: { cost: 0 } }, 0],
  ['what another account pays', { usage: { cost: 0.01, is_byok: true } }, undefined],
  ['a number without a unit (Together)', { outputs: { cost: 0.28 } }, undefined],
  ['tokens alone', { usage: { total_tokens: 100 } }, undefined],
  ['a text, and less than nothing', { usage: { cost: '0.25' }, data: { usage: { cost: -1 } } }, undefined],
];

for (const [what, answer, cents] of ANSWERS) {
  test(`the cost is read from ${what}`, () => {
    verifies('DEC-OPENAI-19');
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    assert.equal(readAnswer({ bytes, excerpt: () => '' }, 'video').costCents, cents);
  });
}

test('the cost is read from a header (LiteLLM), if the answer does not say it', () => {
  verifies('DEC-OPENAI-19');
  const read = (answer: object) =>
    readAnswer(
      { bytes: new TextEncoder().encode(JSON.stringify(answer)), excerpt: () => '', costCents: 10 },
      'video',
    ).costCents;
  assert.deepEqual([read({ status: 'queued' }), read({ usage: { cost: 0.25 } })], [10, 25]);
});
