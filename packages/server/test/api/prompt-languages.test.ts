import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { promptLanguages } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import OpenAI from 'openai';
import { readConfig } from '../../src/config.ts';
import { createPromptCheck } from '../../src/safety/create-prompt-check.ts';
import type { PromptLanguages } from '../../src/safety/prompt-languages.ts';
import { describeExposure } from '../../src/settings/describe-exposure.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { IMAGE, openaiClient } from '../support/openai-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let moderated: TestApp;
let moderation: JsonEndpoint;
before(async () => {
  moderation = await startJsonEndpoint();
  moderation.respondWith({
    status: 200,
    body: { results: [{ flagged: false, categories: { sexual: false }, category_scores: {} }] },
  });
  service = await startTestApp();
  moderated = await startTestApp({ environment: { KINORA_MODERATION_URL: moderation.url } });
});
after(async () => {
  await service.stop();
  await moderated.stop();
  await moderation.stop();
});

const GREEK = 'μια παλιά γέφυρα στην ομίχλη';

describe('a prompt in a script without lists', () => {
  test('is a 400 of v1 that names the field and the languages, and is not charged or counted', async () => {
    verifies('DEC-SAFETY-09');
    const customer = await service.account();
    for (let attempt = 1; attempt <= 12; attempt++) {
      const path = attempt % 2 === 0 ? 'images' : 'videos';
      const { status, body } = await assertUntouched(service, customer, () =>
        customer.post(`/v1/${path}/generate`, { prompt: GREEK }),
      );
      assert.deepEqual([status, body.code], [400, 'prompt_language_unsupported']);
      assert.equal(body.issues[0].path, 'prompt');
      assert.deepEqual(body.supported_languages, Object.keys(promptLanguages));
      for (const language of Object.values(promptLanguages)) assert.ok(body.error.includes(language));
    }
    assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
  });

  test('is a 400 of the job API and of the OpenAI-compatible interface', async () => {
    verifies('DEC-SAFETY-09');
    const caller = await jobCaller(service);
    const job = await caller.generate({ ...ASK, type: 'image', prompt: GREEK });
    assert.equal(job.status, 400);
    assert.match(job.body.error, /^prompt: the safety check cannot read this language/);
    const customer = await service.account();
    const image = openaiClient(service, customer).images.generate({ ...IMAGE, prompt: GREEK });
    const error = await image.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof OpenAI.BadRequestError);
    assert.deepEqual([error.code, error.param], ['prompt_language_unsupported', 'prompt']);
  });

  test('goes to the moderation endpoint if there is one', async () => {
    verifies('DEC-SAFETY-09');
    const customer = await moderated.account();
    const { status, text } = await customer.post('/v1/images/generate', { prompt: GREEK });
    assert.equal(status, 200, text);
    assert.equal(moderation.requests.length, 1);
  });
});

const verdictOf = async (prompt: string, languages: PromptLanguages): Promise<string> => {
  const verdict = await createPromptCheck({ languages, settings: { allowed: [] } }).check(prompt);
  if (typeof verdict === 'string') return verdict;
  return verdict.allowed ? 'allowed' : verdict.category;
};

describe('the script of a prompt is without lists', () => {
  const UNLISTED: Readonly<Record<string, string>> = {
    Greek: GREEK,
    Hebrew: 'חתול ישן על הספה',
    Persian: 'یک گربه روی مبل خوابیده است',
    'Persian in letters that Arabic has': 'زن در ساحل',
    Urdu: 'صوفے پر سوتی ہوئی بلی',
    Bengali: 'সোফায় ঘুমন্ত বিড়াল',
    Ukrainian: 'кіт спить на дивані',
    Tamil: 'சோபாவில் தூங்கும் பூனை',
    Georgian: 'კატა სძინავს დივანზე',
    Amharic: 'ድመት በሶፋ ላይ ተኝታለች',
    'a sentence behind English': `masterpiece, best quality, highly detailed, 8k wallpaper: ${GREEK}, ${GREEK}`,
  };
  for (const [name, prompt] of Object.entries(UNLISTED)) {
    test(`if it is ${name}`, async () => {
      verifies('DEC-SAFETY-09');
      assert.equal(await verdictOf(prompt, 'scripts'), 'unlisted_language');
      assert.equal(await verdictOf(prompt, 'any'), 'allowed');
    });
  }

  const LISTED: Readonly<Record<string, string>> = {
    English: 'a cat asleep on the sofa',
    Arabic: 'قطة نائمة على الأريكة',
    'Arabic with a foreign name': 'سيارة پورش حمراء في شارع باريس',
    Hindi: 'सोफे पर सोती हुई बिल्ली',
    Thai: 'แมวนอนหลับบนโซฟา',
    Russian: 'кот спит на диване',
    Chinese: '沙发上睡觉的猫',
    Japanese: 'ソファで眠る猫',
    Korean: '소파에서 자는 고양이',
    Vietnamese: 'con mèo ngủ trên ghế sofa',
    'without letters': '🐈 12:30 →',
    'a foreign title': 'a poster with the title Το Κορίτσι on a red wall',
    'a formula': 'chalkboard with λ = 2π/k and Σ',
  };
  for (const [name, prompt] of Object.entries(LISTED)) {
    test(`not if it is ${name}`, async () => {
      verifies('DEC-SAFETY-09');
      assert.equal(await verdictOf(prompt, 'scripts'), 'allowed');
    });
  }

  test('less urgently than a prompt is refused by the lists', async () => {
    verifies('DEC-SAFETY-09');
    assert.equal(await verdictOf(`hardcore porn ${GREEK} ${GREEK}`, 'scripts'), 'sexual');
  });
});

test('a language without a list in a listed script passes, unless the operator is strict', async () => {
  verifies('DEC-SAFETY-10');
  const unlisted = ['en katt sover på soffan', 'kočka spí na pohovce', 'egy macska alszik a kanapén'];
  for (const prompt of unlisted) {
    assert.equal(await verdictOf(prompt, 'scripts'), 'allowed', prompt);
    assert.equal(await verdictOf(prompt, 'listed'), 'unlisted_language', prompt);
  }
  for (const prompt of ['a cat asleep on the sofa', 'eine Katze schläft auf dem Sofa', '12 🐈', 'Zürich']) {
    assert.equal(await verdictOf(prompt, 'listed'), 'allowed', prompt);
  }
});

test('the setting decides; without it, a moderation endpoint reads every language', () => {
  verifies('DEC-SAFETY-11');
  const moderationUrl = { KINORA_MODERATION_URL: 'https://moderation.example.com' };
  const read = (environment: Record<string, string>) => readConfig(environment).safety.promptLanguages;
  assert.equal(read({}), 'scripts');
  assert.equal(read(moderationUrl), 'any');
  assert.equal(read({ ...moderationUrl, KINORA_PROMPT_LANGUAGES: 'listed' }), 'listed');
  assert.throws(() => read({ KINORA_PROMPT_LANGUAGES: 'all' }), /KINORA_PROMPT_LANGUAGES must be one of any/);
  const warned = (environment: Record<string, string>) =>
    describeExposure(readConfig({ KINORA_PUBLIC_URL: 'https://media.example.com', ...environment })).some(
      (warning) => warning.includes('KINORA_PROMPT_LANGUAGES'),
    );
  assert.equal(warned({ KINORA_PROMPT_LANGUAGES: 'any' }), true);
  assert.equal(warned({ KINORA_PROMPT_LANGUAGES: 'any', ...moderationUrl }), false);
  assert.equal(warned({}), false);
});
