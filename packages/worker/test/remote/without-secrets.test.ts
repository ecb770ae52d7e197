import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { withoutSecrets } from '../../src/remote/without-secrets.ts';

const PROMPT = 'A red fox, in deep snow\nby "Vermeer"';

test('what a renderer says is shown without prompts, whole or in part, and without keys', () => {
  verifies('DEC-WORKER-25');
  const shown = (text: string) => withoutSecrets(text, [PROMPT, 'hunter2hunter2']);
  const rows: readonly (readonly [string, string])[] = [
    [`failed for ${PROMPT}!`, 'failed for [hidden]!'],
    [JSON.stringify({ input: PROMPT }), '{"input":"[hidden]"}'],
    ['cut off: a red fox, in de', 'cut off: [hidden] de'],
    ['other case: RED FOX IN DEEP', 'other case: [hidden]'],
    ['the key hunter2hunter2 is wrong', 'the key [hidden] is wrong'],
    ['Incorrect key sk-proj-abcdef1234', 'Incorrect key [hidden]'],
    ['at https://me:secret@host/v1', 'at https://[hidden]host/v1'],
    ['Authorization: Bearer abcdefghijklmnopqrs', 'Authorization: [hidden]'],
    [`token ${'a1'.repeat(20)}`, 'token [hidden]'],
    ['in\n two\u0000 lines\u202e', 'in two lines'],
    ['CUDA error: an illegal memory access', 'CUDA error: an illegal memory access'],
  ];
  for (const [text, expected] of rows) assert.equal(shown(text), expected);
  assert.equal(withoutSecrets('said', [undefined, '', ' ']), 'said');
});
