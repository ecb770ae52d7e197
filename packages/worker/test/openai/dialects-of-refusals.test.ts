import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { makePng } from '@kinora/testing/fake-openai/media';
import { imageTask, PROMPT, setUp, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { OpenAiSetupError } from '../../src/openai/check-server.ts';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import { answered, POLL, polled, run } from './vendor-shapes.ts';

const free = { task: imageTask, ends: 'failed', bills: 1 } as const;
const blocked = { task: imageTask, ends: 'blocked', bills: 1 } as const;

run('a vendor that returns nothing ends the order once, and nobody is blocked:', [
  { what: 'no data', behaviour: answered(() => ({ created: 1, data: [] })), ...free, says: /"data":\[\]/ },
  {
    what: 'empty base64',
    behaviour: answered(() => ({ data: [{ b64_json: '' }] })),
    ...free,
    says: /b64_json/,
  },
  { what: 'no base64', behaviour: answered(() => ({ data: [{ b64_json: null, url: null }] })), ...free },
  // xAI.
  {
    what: 'respect_moderation is false',
    behaviour: answered(() => ({ data: [{ url: '', respect_moderation: false }] })),
    ...free,
    says: /keeps the result back.*respect_moderation/,
  },
  // fal, which sends no image or a black one.
  {
    what: 'has_nsfw_concepts',
    behaviour: answered(() => ({ images: [], has_nsfw_concepts: [true] })),
    ...free,
    says: /keeps/,
  },
  {
    what: 'has_nsfw_concepts with a black image',
    behaviour: answered(({ b64 }) => ({ images: [b64], has_nsfw_concepts: [true] })),
    ...free,
    says: /keeps/,
  },
  // Stability, which blurs what it filters.
  {
    what: 'a finish reason',
    behaviour: answered(({ b64 }) => ({ artifacts: [{ base64: b64, finishReason: 'CONTENT_FILTERED' }] })),
    ...free,
    says: /keeps/,
  },
  // Vertex AI.
  {
    what: 'a filtered count',
    behaviour: answered(() => ({ raiMediaFilteredCount: 1 })),
    ...free,
    says: /keeps/,
  },
  {
    what: 'a code that nobody knows',
    behaviour: answered(() => ({ code: 50_411, message: `cannot do ${PROMPT}`, data: null })),
    ...free,
    says: /50411/,
  },
]);

run('a video that the vendor does not make:', [
  {
    // Replicate.
    what: 'an empty output',
    behaviour: polled(POLL, () => ({ id: 'v1', status: 'starting' }), [
      () => ({ status: 'succeeded', output: [] }),
    ]),
    ends: 'failed',
    bills: 1,
    says: /has made nothing/,
  },
  {
    // xAI.
    what: 'respect_moderation is false',
    behaviour: polled(POLL, () => ({ request_id: 'v1' }), [
      () => ({ status: 'done', video: { url: '', respect_moderation: false } }),
    ]),
    ends: 'failed',
    bills: 1,
    says: /keeps the result back/,
  },
  {
    what: 'a refusal without a reason',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [() => ({ status: 'rejected' })]),
    ends: 'failed',
    bills: 1,
    says: /rejected/,
  },
]);

run('a vendor that says that the content was at fault blocks the job:', [
  {
    what: 'an error with the status of a success',
    behaviour: answered(() => ({ error: { code: 'content_policy_violation', message: 'no' } })),
    ...blocked,
  },
  // BFL.
  {
    what: 'Content Moderated',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [() => ({ status: 'Content Moderated' })]),
    ends: 'blocked',
    bills: 1,
  },
  // DashScope.
  {
    what: 'DataInspectionFailed',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [
      () => ({ output: { task_status: 'FAILED', code: 'DataInspectionFailed', message: 'x' } }),
    ]),
    ends: 'blocked',
    bills: 1,
  },
  {
    what: 'IPInfringementSuspect',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [
      () => ({ output: { task_status: 'FAILED', code: 'IPInfringementSuspect', message: 'x' } }),
    ]),
    ends: 'blocked',
    bills: 1,
  },
  // MiniMax.
  {
    what: 'sensitive content, with a number for a code',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [
      () => ({
        task: { status: 'failed', error: { code: '1026', message: 'the text has sensitive content' } },
      }),
    ]),
    ends: 'blocked',
    bills: 1,
  },
  // Volcengine.
  {
    what: 'OutputVideoSensitiveContentDetected',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [
      () => ({ status: 'failed', error: { code: 'OutputVideoSensitiveContentDetected', message: 'x' } }),
    ]),
    ends: 'blocked',
    bills: 1,
  },
  // Runway.
  {
    what: 'SAFETY.INPUT.TEXT',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [
      () => ({ status: 'FAILED', failure: 'x', failureCode: 'SAFETY.INPUT.TEXT' }),
    ]),
    ends: 'blocked',
    bills: 1,
  },
]);

describe('a base address', () => {
  for (const [path, base] of [
    ['', '/v1'],
    ['/', '/v1'],
    ['/v1/', '/v1'],
    // Volcengine, Google, Zhipu, Azure.
    ['/api/v3', '/api/v3'],
    ['/v1beta/openai/', '/v1beta/openai'],
    ['/api/paas/v4', '/api/paas/v4'],
    ['/openai/v1', '/openai/v1'],
  ] as const) {
    test(`${path || 'of a bare origin'} is called at ${base}`, async (t) => {
      verifies('DEC-OPENAI-17');
      const b64 = (await makePng({ width: 320, height: 208 }, '')).toString('base64');
      const server = await startFakeOpenAi({
        interfere: ({ method }) =>
          method === 'POST' ? { status: 200, body: { data: [{ b64_json: b64 }] } } : undefined,
      });
      t.after(() => server.stop());
      const engine = await createOpenAiEngine({ url: server.url + path, imageModel: 'painter' });
      await encoded(await engine.render(imageTask, watch().observer));
      assert.deepEqual(
        server.requests.map((request) => request.path),
        [`${base}/models`, `${base}/images/generations`],
      );
    });
  }
});

describe('the list of models', () => {
  test('that lacks a model is a warning, and the model renders', async (t) => {
    verifies('DEC-OPENAI-10');
    const warnings: string[] = [];
    const { engine } = await setUp(t, { models: ['other', 'director'] }, { editModel: undefined }, (one) =>
      warnings.push(one),
    );
    await encoded(await engine.render(imageTask, watch().observer));
    assert.deepEqual(
      warnings.map((one) => /^\w+ is "\w+", which the server does not list/.exec(one)?.[0]),
      [
        'KINORA_OPENAI_IMAGE_MODEL is "painter", which the server does not list',
        'KINORA_OPENAI_ANIMATE_MODEL is "animator", which the server does not list',
      ],
    );
  });

  for (const [what, response, remedy] of [
    [
      'is a page',
      { status: 200, body: '<!doctype html><title>Sign in</title>' },
      /KINORA_OPENAI_URL is no address of an API.*path/,
    ],
    // Google says so with 400.
    [
      'is refused for the key with 400',
      { status: 400, body: { error: { message: 'API key not valid. Please pass a valid API key.' } } },
      /KINORA_OPENAI_KEY/,
    ],
    ['is refused for the key', { status: 401, body: {} }, /KINORA_OPENAI_KEY/],
  ] as const) {
    test(`that ${what} stops the worker with the remedy`, async (t) => {
      verifies('DEC-OPENAI-10');
      await assert.rejects(
        setUp(t, { interfere: () => response }),
        (error) => error instanceof OpenAiSetupError && remedy.test(error.message),
      );
    });
  }
});
