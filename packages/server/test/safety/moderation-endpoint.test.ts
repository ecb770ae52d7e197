import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createPromptCheck } from '../../src/safety/create-prompt-check.ts';
import type { ModerationEndpoint } from '../../src/safety/moderation-endpoint.ts';
import { type EndpointBehaviour, type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';

const HARMLESS = 'a lighthouse at dusk';
const PATIENT_MS = 20_000;
/** For the endpoint that never responds: the test lasts this long. */
const IMPATIENT_MS = 100;

let service: JsonEndpoint;
before(async () => {
  service = await startJsonEndpoint();
});
after(() => service.stop());
beforeEach(() => {
  service.requests.length = 0;
});

/** A response in the format of the interface. */
const found = (
  scores: Readonly<Record<string, number>>,
  flags: Readonly<Record<string, boolean>> = {},
): EndpointBehaviour => ({
  status: 200,
  body: {
    id: 'modr-1',
    model: 'omni-moderation-latest',
    results: [
      {
        flagged: Object.values(flags).some(Boolean),
        categories: { sexual: false, 'sexual/minors': false, violence: false, ...flags },
        category_scores: { sexual: 0.01, 'sexual/minors': 0.001, violence: 0.01, ...scores },
      },
    ],
  },
});

function check(options: Partial<ModerationEndpoint> = {}, allowed: readonly ('sexual' | 'gore')[] = []) {
  const endpoint = { baseUrl: service.url, timeoutMs: PATIENT_MS, ...options };
  return createPromptCheck({ endpoint, languages: 'any', settings: { allowed } });
}

async function categoryOf(
  behaviour: EndpointBehaviour,
  options: Partial<ModerationEndpoint> = {},
  allowed: readonly ('sexual' | 'gore')[] = [],
): Promise<string> {
  service.respondWith(behaviour);
  const verdict = await check(options, allowed).check(HARMLESS);
  if (typeof verdict === 'string') return verdict;
  return verdict.allowed ? 'allowed' : verdict.category;
}

describe('the moderation endpoint', () => {
  test('receives the request of the interface, with the key and the model', async () => {
    verifies('DEC-SAFETY-07');
    service.respondWith(found({}));
    const { check: ask } = check({ key: 'mod-key', model: 'guard-2' });
    assert.deepEqual(await ask(HARMLESS), { allowed: true });
    assert.deepEqual(service.requests, [
      { path: '/v1/moderations', key: 'Bearer mod-key', body: { model: 'guard-2', input: HARMLESS } },
    ]);
    await check({ baseUrl: `${service.url}/v1/` }).check(HARMLESS);
    assert.deepEqual(service.requests[1], {
      path: '/v1/moderations',
      key: undefined,
      body: { model: 'omni-moderation-latest', input: HARMLESS },
    });
  });

  test('receives no prompt that the lexicon refuses', async () => {
    verifies('DEC-SAFETY-07');
    const verdict = await check().check('hardcore porn');
    assert.ok(typeof verdict === 'object' && !verdict.allowed && verdict.category === 'sexual');
    assert.deepEqual(service.requests, []);
  });

  test('is optional', async () => {
    const { check: ask, checkImage } = createPromptCheck({ languages: 'any', settings: { allowed: [] } });
    assert.deepEqual(await ask(HARMLESS), { allowed: true });
    assert.deepEqual(await checkImage(new Uint8Array([1])), { allowed: true });
  });

  test('refuses from a threshold on, the most severe category first', async () => {
    verifies('DEC-SAFETY-07');
    assert.equal(await categoryOf(found({ sexual: 0.69 })), 'allowed');
    assert.equal(await categoryOf(found({ sexual: 0.7 })), 'sexual');
    assert.equal(await categoryOf(found({ sexual: 0.9, 'sexual/minors': 0.2 })), 'sexual_minors');
    assert.equal(await categoryOf(found({ 'illicit/violent': 0.9, hate: 0.9 })), 'mass_harm');
    assert.equal(await categoryOf(found({ 'hate/threatening': 0.6 })), 'hate');
    assert.equal(await categoryOf(found({ 'self-harm/instructions': 0.6 })), 'self_harm');
    assert.equal(await categoryOf(found({ 'violence/graphic': 0.8 })), 'gore');
    assert.equal(await categoryOf(found({ violence: 1, harassment: 1, illicit: 1 })), 'allowed');
  });

  test('applies the thresholds and the allowed categories of the operator', async () => {
    verifies('DEC-SAFETY-04', 'DEC-SAFETY-07');
    assert.equal(await categoryOf(found({ sexual: 0.3 }), { thresholds: { sexual: 0.3 } }), 'sexual');
    assert.equal(await categoryOf(found({ sexual: 1 }), {}, ['sexual', 'gore']), 'allowed');
    assert.equal(await categoryOf(found({ sexual: 1, 'sexual/minors': 1 }), {}, ['sexual']), 'sexual_minors');
  });

  test('counts by its flags if it returns no scores', async () => {
    verifies('DEC-SAFETY-07');
    const results = [{ flagged: true, categories: { sexual: true, hate: null } }];
    assert.equal(await categoryOf({ status: 200, body: { results } }), 'sexual');
  });

  test('receives an uploaded image as a data URL', async () => {
    verifies('DEC-SAFETY-07');
    service.respondWith(found({ sexual: 0.95 }));
    const verdict = await check().checkImage(new Uint8Array([137, 80, 78, 71]));
    assert.ok(typeof verdict === 'object' && !verdict.allowed && verdict.category === 'sexual');
    assert.deepEqual(service.requests[0]?.body, {
      model: 'omni-moderation-latest',
      input: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } }],
    });
    service.respondWith('cut');
    assert.equal(await check().checkImage(new Uint8Array([1])), 'unavailable');
  });
});

describe('without a valid response the check is unavailable', () => {
  const results = (result: unknown): EndpointBehaviour => ({ status: 200, body: { results: [result] } });
  const BEHAVIOURS: readonly (readonly [string, EndpointBehaviour])[] = [
    ['the connection is cut', 'cut'],
    ['the response is no JSON', { text: 'It works!' }],
    ['the response is a page of JSON', { text: '{"results"' }],
    ['the response is empty', { text: '' }],
    ['the response has no results', { status: 200, body: { results: [] } }],
    ['the response is of another interface', { status: 200, body: { error: 'no such model' } }],
    ['the categories are unknown', results({ flagged: true, categories: { toxic: true } })],
    [
      'the scores are strings',
      results({ categories: { sexual: false }, category_scores: { sexual: 'low' } }),
    ],
    ['the key is refused', { status: 401, body: { error: 'bad key' } }],
    ['it is overloaded', { status: 429, body: {} }],
    ['the response is endless', results({ categories: { sexual: false }, padding: 'x'.repeat(2_000_000) })],
    ['it redirects', { redirectTo: '/v1/moderations' }],
  ];
  for (const [name, behaviour] of BEHAVIOURS) {
    test(`when ${name}`, async () => {
      verifies('DEC-SAFETY-08');
      assert.equal(await categoryOf(behaviour), 'unavailable');
      assert.equal(service.requests.length, 1);
    });
  }

  for (const behaviour of ['silent', 'stalled'] as const) {
    test(`when it is ${behaviour} for longer than the timeout`, async () => {
      verifies('DEC-SAFETY-08');
      assert.equal(await categoryOf(behaviour, { timeoutMs: IMPATIENT_MS }), 'unavailable');
    });
  }

  test('when it fails twice; one failure is retried', async () => {
    verifies('DEC-SAFETY-08');
    assert.equal(await categoryOf({ status: 500, body: {} }), 'unavailable');
    assert.equal(service.requests.length, 2);
    service.respondWith({ status: 503, body: {} }, found({ sexual: 0.9 }));
    const verdict = await check().check(HARMLESS);
    assert.ok(typeof verdict === 'object' && !verdict.allowed);
    assert.equal(service.requests.length, 4);
  });

  test('when nothing listens at its address', async () => {
    verifies('DEC-SAFETY-08');
    assert.equal(await categoryOf('silent', { baseUrl: 'http://127.0.0.1:1' }), 'unavailable');
    assert.equal(await categoryOf('silent', { baseUrl: 'no address' }), 'unavailable');
  });
});
