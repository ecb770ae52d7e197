import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type EndpointBehaviour, type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** One service uses no endpoint, the other a moderation endpoint and a chat model. */
let withoutEndpoints: TestApp;
let withEndpoints: TestApp;
let moderation: JsonEndpoint;
let chat: JsonEndpoint;
let photo: string;
before(async () => {
  moderation = await startJsonEndpoint();
  chat = await startJsonEndpoint();
  withoutEndpoints = await startTestApp();
  withEndpoints = await startTestApp({
    environment: {
      KINORA_MODERATION_URL: moderation.url,
      KINORA_PROMPT_URL: chat.url,
      KINORA_PROMPT_MODEL: 'writer',
    },
  });
  photo = (await plain().png().toBuffer()).toString('base64');
});
after(async () => {
  await withEndpoints.stop();
  await withoutEndpoints.stop();
  await moderation.stop();
  await chat.stop();
});
beforeEach(() => {
  moderation.respondWith(moderationResult({}));
  chat.respondWith(chatCompletion({ prompt: 'The camera glides over a calm lake.' }));
});

const REFUSED = 'explicit hardcore porn';

const moderationResult = (scores: Readonly<Record<string, number>>): EndpointBehaviour => ({
  status: 200,
  body: { results: [{ flagged: false, categories: { sexual: false }, category_scores: scores }] },
});
const chatCompletion = (value: unknown): EndpointBehaviour => ({
  status: 200,
  body: { choices: [{ message: { role: 'assistant', content: JSON.stringify(value) } }] },
});

async function untouched(
  service: TestApp,
  customer: TestAccount,
  path: string,
  body: object,
): Promise<Answer> {
  return assertUntouched(service, customer, () => customer.post(`/v1/${path}/generate`, body));
}

test('a prompt that the safety check rejects is a 451 with its category and is not charged', async () => {
  verifies('V1-ERROR-25', 'DEC-ERROR-16', 'V1-SERVICE-07');
  const customer = await withoutEndpoints.account();
  for (const path of ['images', 'videos']) {
    const { status, body } = await untouched(withoutEndpoints, customer, path, { prompt: REFUSED });
    assert.deepEqual([status, body.code, body.category], [451, 'content_blocked', 'sexual']);
    assert.deepEqual(Object.keys(body).sort(), ['category', 'code', 'error']);
    assert.ok(!body.error.includes('hardcore'), 'the prompt is not repeated');
  }
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
});

test('ten refused prompts suspend the key', async () => {
  verifies('DEC-LIMIT-03');
  const customer = await withoutEndpoints.account();
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { status } = await customer.post('/v1/images/generate', { prompt: REFUSED });
    assert.equal(status, 451, `attempt ${attempt}`);
  }
  const { status, body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  assert.deepEqual([status, body.code], [403, 'key_suspended']);
});

test('an invalid request does not count as a rejection, with any prompt', async () => {
  verifies('DEC-LIMIT-04');
  const customer = await withoutEndpoints.account();
  for (let attempt = 1; attempt <= 12; attempt++) {
    const { status } = await customer.post('/v1/images/generate', { prompt: REFUSED, width: 1 });
    assert.equal(status, 400);
  }
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
});

test('prompts and uploaded images that only the moderation endpoint rejects are refused too', async () => {
  verifies('V1-ERROR-25', 'V1-SERVICE-07', 'DEC-SETTING-18');
  const customer = await withEndpoints.account();
  moderation.respondWith(moderationResult({ sexual: 0.99 }));
  const prompt = await untouched(withEndpoints, customer, 'images', { prompt: 'a pear' });
  assert.deepEqual([prompt.status, prompt.body.category], [451, 'sexual']);
  moderation.respondWith(moderationResult({}), moderationResult({ 'violence/graphic': 0.99 }));
  const image = await untouched(withEndpoints, customer, 'videos', {
    prompt: 'sway',
    init_image_base64: photo,
  });
  assert.deepEqual([image.status, image.body.category], [451, 'gore']);
});

test('without a response of the moderation endpoint nothing is accepted or counted as a rejection', async () => {
  verifies('V1-ERROR-30', 'V1-ERROR-26');
  const customer = await withEndpoints.account();
  moderation.respondWith({ status: 500, body: {} });
  const prompt = await untouched(withEndpoints, customer, 'images', { prompt: 'a pear' });
  assert.deepEqual([prompt.status, prompt.body.code], [503, 'workers_unavailable']);
  moderation.respondWith(moderationResult({}), { status: 500, body: {} });
  const request = { prompt: 'sway', init_image_base64: photo };
  const image = await untouched(withEndpoints, customer, 'videos', request);
  assert.deepEqual([image.status, image.body.code], [503, 'video_validation_unavailable']);
  assert.ok(Number(image.headers.get('retry-after')) > 0);
});

test('quality and cinema send the engine the prepared shot; fast and images send the prompt itself', async () => {
  verifies('DEC-SHOT-02');
  const customer = await withEndpoints.account();
  const promptFor = async (path: string, request: object) => {
    const { body, text } = await customer.post(`/v1/${path}/generate`, { prompt: 'a lake', ...request });
    assert.ok(body.job_id, text);
    const lease = await takeLease(withEndpoints.worker);
    await deliver(withEndpoints.worker, lease);
    return lease.task.prompt;
  };
  assert.equal(await promptFor('videos', { mode: 'quality' }), 'The camera glides over a calm lake.');
  assert.equal(await promptFor('videos', { mode: 'cinema' }), 'The camera glides over a calm lake.');
  assert.equal(await promptFor('videos', {}), 'a lake');
  assert.equal(await promptFor('images', {}), 'a lake');
});

test('a prompt that cannot be followed from an uploaded image is a 400', async () => {
  verifies('V1-MODE-12');
  const customer = await withEndpoints.account();
  chat.respondWith(chatCompletion({ unsupported: 'It asks for another person.' }));
  const request = { prompt: 'now a lion', mode: 'quality', init_image_base64: photo };
  const { status, body } = await untouched(withEndpoints, customer, 'videos', request);
  assert.deepEqual([status, body.code, body.video_mode], [400, 'prompt_unsupported', 'quality']);
});

test('a mode whose prompts cannot be prepared is a 503 with a specific code', async () => {
  verifies('V1-ERROR-29');
  const customer = await withEndpoints.account();
  chat.respondWith({ status: 500, body: {} });
  for (const mode of ['quality', 'cinema']) {
    const { status, body, headers } = await untouched(withEndpoints, customer, 'videos', {
      prompt: 'a lake',
      mode,
    });
    assert.deepEqual([status, body.code, body.video_mode], [503, 'mode_prompt_unavailable', mode]);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
});

test('a shot that a model wrote for an innocent prompt is checked like a prompt', async () => {
  verifies('V1-SERVICE-07');
  const customer = await withEndpoints.account();
  chat.respondWith(chatCompletion({ prompt: REFUSED }));
  const { status, body } = await untouched(withEndpoints, customer, 'videos', {
    prompt: 'a lake',
    mode: 'quality',
  });
  assert.deepEqual([status, body.code], [503, 'mode_prompt_unavailable']);
});
