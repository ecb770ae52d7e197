import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { SafetySettings } from '../../src/safety/category.ts';
import { createPromptCheck } from '../../src/safety/create-prompt-check.ts';
import { startJsonEndpoint } from '../support/json-endpoint.ts';

async function categoryOf(
  prompt: string,
  negative: string,
  allowed: SafetySettings['allowed'] = [],
): Promise<string> {
  const verdict = await createPromptCheck({ languages: 'scripts', settings: { allowed } }).check(
    prompt,
    negative,
  );
  if (typeof verdict === 'string') return verdict;
  return verdict.allowed ? 'allowed' : verdict.category;
}

const WOMAN = 'a woman on a beach';

describe('the check of a negative prompt', () => {
  for (const harmless of [
    'nude, nsfw, naked, blood, gore, extra fingers',
    'child, hanging, swastika, torture',
    'torn clothes, adult content, mature trees',
    'blurry; (low quality:1.4), text',
    'embedding:bad-hands-5',
  ]) {
    test(`allows "${harmless}"`, async () => {
      verifies('DEC-NEGATIVE-05');
      assert.equal(await categoryOf(WOMAN, harmless), 'allowed');
    });
  }

  for (const undressing of [
    'clothes',
    'blurry, Clothing, text',
    '(clothes:1.4), dress',
    'clothes dressed',
    'UNTERWÄSCHE',
    'vetements',
    'quần áo',
    '衣服、文字',
    'ugly\nодежда',
  ]) {
    test(`reads "${undressing}" as nudity`, async () => {
      verifies('DEC-NEGATIVE-05');
      assert.equal(await categoryOf(WOMAN, undressing), 'sexual');
      assert.equal(await categoryOf('a little girl on a beach', undressing), 'sexual_minors');
      assert.equal(await categoryOf(WOMAN, undressing, ['sexual']), 'allowed');
      assert.equal(await categoryOf('a marble sculpture in a museum', undressing), 'allowed');
    });
  }

  for (const younger of ['adult', 'old, mature', 'Erwachsene', 'femme mûre', '大人']) {
    test(`reads "${younger}" as a child, which nothing sexual may show`, async () => {
      verifies('DEC-NEGATIVE-05');
      assert.equal(await categoryOf('a nude woman', younger, ['sexual']), 'sexual_minors');
      assert.equal(await categoryOf(WOMAN, younger), 'allowed');
    });
  }

  test('in a script without lists is refused as a prompt is', async () => {
    verifies('DEC-NEGATIVE-05');
    assert.equal(await categoryOf(WOMAN, 'ρούχα'), 'unlisted_language');
  });

  test('sends the endpoint what is asked for, and not what is avoided', async (t) => {
    verifies('DEC-NEGATIVE-05');
    const service = await startJsonEndpoint();
    t.after(() => service.stop());
    service.respondWith({ status: 200, body: { results: [{ categories: { sexual: false } }] } });
    const endpoint = { baseUrl: service.url, timeoutMs: 20_000 };
    const { check } = createPromptCheck({ endpoint, languages: 'any', settings: { allowed: ['sexual'] } });
    await check(WOMAN, 'blood, gore');
    await check(WOMAN, 'clothes');
    const inputs = service.requests.map(({ body }) => (body as { readonly input: string }).input);
    assert.deepEqual(inputs, [WOMAN, `${WOMAN}, naked`]);
  });
});
