import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageTask, setUp, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { filledFields, profileNames, readProfile, sendsNegativePrompt } from '../../src/openai/profile.ts';

const AVOIDED = 'secret quokkas in a row';

/** Where the vendors that document a negative prompt read it. */
const PLACES: Readonly<Record<string, readonly [images: string | undefined, videos: string | undefined]>> = {
  dashscope: ['parameters.negative_prompt', 'input.negative_prompt'],
  'dashscope-legacy': ['input.negative_prompt', 'input.negative_prompt'],
  'dashscope-qwen': ['parameters.negative_prompt', undefined],
  fal: ['negative_prompt', 'negative_prompt'],
  replicate: ['input.negative_prompt', 'input.negative_prompt'],
  runpod: ['input.negative_prompt', 'input.negative_prompt'],
  together: ['negative_prompt', 'negative_prompt'],
  veo: [undefined, 'parameters.negativePrompt'],
};

/** The places of the negative prompt in what is sent. */
function placesIn(sent: unknown, path: readonly string[] = []): string[] {
  if (sent === AVOIDED) return [path.join('.')];
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.entries(sent).flatMap(([name, field]) => placesIn(field, [...path, name]));
}

test('a negative prompt is sent where the vendor documents it, and nowhere else', () => {
  verifies('DEC-NEGATIVE-07');
  for (const name of profileNames()) {
    const profile = readProfile(name);
    for (const [operation, described] of Object.entries(profile.operations)) {
      if (described === undefined) continue;
      const place = PLACES[name]?.[operation === 'image' || operation === 'i2i' ? 0 : 1];
      const sent = filledFields(described.fields, { prompt: 'a pear', negativePrompt: AVOIDED });
      assert.deepEqual(placesIn(sent), place === undefined ? [] : [place], `${name} ${operation}`);
      assert.equal(sendsNegativePrompt(profile, operation), place !== undefined);
    }
  }
});

test('an engine takes one where its profile sends it, and no message repeats it', async (t) => {
  verifies('DEC-NEGATIVE-03', 'DEC-NEGATIVE-06');
  const openai = readProfile('openai');
  const { image } = openai.operations;
  assert.ok(image);
  const fields = { ...image.fields, negative_prompt: '{negativePrompt}' };
  const profile = { ...openai, operations: { ...openai.operations, image: { ...image, fields } } };
  const interfere = (request: { readonly method: string }, count: number) =>
    request.method === 'POST' && count === 1
      ? { status: 500, body: { error: { message: `cannot avoid ${AVOIDED}` } } }
      : undefined;
  const { engine, server } = await setUp(t, { interfere }, { profile });
  assert.deepEqual(
    engine.capabilities.flatMap(({ operation, negativePrompt }) => (negativePrompt ? [operation] : [])),
    ['image'],
  );
  await assert.rejects(
    engine.render({ ...imageTask, negativePrompt: AVOIDED }, watch().observer),
    ({ message }: Error) => /cannot avoid/.test(message) && !message.includes('quokkas'),
  );
  await engine.render(imageTask, watch().observer);
  const sent = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ fields }) => fields.negative_prompt);
  assert.deepEqual(sent, [AVOIDED, undefined]);
});
