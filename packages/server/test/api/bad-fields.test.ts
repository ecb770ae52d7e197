import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

/** A title, the fields that differ from a valid request, the field of the issue and its message. */
type Row = readonly [fields: Readonly<Record<string, unknown>>, field: string, message: RegExp];

function assertEachRefused(kind: 'images' | 'videos', rows: readonly Row[]): void {
  for (const [fields, field, message] of rows) {
    const shown = JSON.stringify(fields, (_key, value) =>
      typeof value === 'string' && value.length > 30 ? `${value.slice(0, 9)}… (${value.length})` : value,
    );
    test(`${kind} ${shown}`, async () => {
      verifies('V1-ERROR-02', 'V1-STATE-03', 'DEC-ERROR-02', 'DEC-ERROR-01', 'V1-ERROR-01');
      const answer = await assertUntouched(service, customer, () =>
        customer.post(`/v1/${kind}/generate`, { prompt: 'a quiet lake', ...fields }),
      );
      assertInvalid(answer, field, message);
      assert.equal(answer.body.issues.length, 1);
    });
  }
}

const EMPTY = /^must not be empty$/;
const INVISIBLE = /^must have a visible character$/;
const TOO_LONG = /^must be at most 2000 characters$/;

describe('a prompt', () => {
  verifies('V1-IMAGE-01', 'V1-IMAGE-02', 'V1-VIDEO-01', 'V1-VIDEO-02', 'DEC-REQUEST-07', 'DEC-REQUEST-08');
  const rows: readonly Row[] = [
    [{ prompt: undefined }, 'prompt', /^is required$/],
    [{ prompt: null }, 'prompt', /^must be a string, not null$/],
    [{ prompt: 5 }, 'prompt', /^must be a string, not 5$/],
    [{ prompt: true }, 'prompt', /^must be a string, not a boolean$/],
    [{ prompt: ['x'] }, 'prompt', /^must be a string, not an array$/],
    [{ prompt: { text: 'x' } }, 'prompt', /^must be a string, not an object$/],
    [{ prompt: '' }, 'prompt', EMPTY],
    [{ prompt: ' \n\t\u00a0\u3000\ufeff' }, 'prompt', EMPTY],
    [{ prompt: '\u200b\u00ad\u2060' }, 'prompt', INVISIBLE],
    [{ prompt: '\u0001\u3164\u2800' }, 'prompt', INVISIBLE],
    [{ prompt: '\u200b'.repeat(3000) }, 'prompt', INVISIBLE],
    [{ prompt: 'a'.repeat(2001) }, 'prompt', TOO_LONG],
    [{ prompt: '🦊'.repeat(2001) }, 'prompt', TOO_LONG],
    [{ prompt: `${'🦊'.repeat(1000)}${'a'.repeat(1001)}` }, 'prompt', TOO_LONG],
    [{ prompt: 'a'.repeat(60_000) }, 'prompt', TOO_LONG],
  ];
  assertEachRefused('images', rows);
  assertEachRefused('videos', rows);
});

describe('a size', () => {
  verifies('V1-IMAGE-03', 'V1-VIDEO-03', 'DEC-REQUEST-01');
  const of = (side: string, max: number): readonly Row[] => [
    [{ [side]: 255 }, side, /^must be at least 256$/],
    [{ [side]: 0 }, side, /^must be at least 256$/],
    [{ [side]: -512 }, side, /^must be at least 256$/],
    [{ [side]: max + 1 }, side, new RegExp(`^must be at most ${max}$`)],
    [{ [side]: 1e300 }, side, new RegExp(`^must be at most ${max}$`)],
    [{ [side]: 512.5 }, side, /^must be a whole number, not 512\.5$/],
    [{ [side]: 1.5 }, side, /^must be a whole number, not 1\.5$/],
    [{ [side]: '512' }, side, /^must be a number, not a string$/],
    [{ [side]: null }, side, /^must be a number, not null$/],
    [{ [side]: true }, side, /^must be a number, not a boolean$/],
    [{ [side]: [512] }, side, /^must be a number, not an array$/],
    [{ [side]: {} }, side, /^must be a number, not an object$/],
  ];
  assertEachRefused('images', [...of('width', 2048), ...of('height', 2048)]);
  assertEachRefused('videos', [...of('width', 2560), ...of('height', 2560)]);
});

describe('a seed', () => {
  verifies('V1-IMAGE-05', 'V1-VIDEO-11', 'DEC-REQUEST-01');
  const rows: readonly Row[] = [
    [{ seed: -1 }, 'seed', /^must be at least 0$/],
    [{ seed: 2147483648 }, 'seed', /^must be at most 2147483647$/],
    [{ seed: 2 ** 53 }, 'seed', /^must be at most 2147483647$/],
    [{ seed: 0.5 }, 'seed', /^must be a whole number, not 0\.5$/],
    [{ seed: '7' }, 'seed', /^must be a number, not a string$/],
    [{ seed: null }, 'seed', /^must be a number, not null$/],
  ];
  assertEachRefused('images', rows);
  assertEachRefused('videos', rows);
});

describe('a duration, a mode and an image', () => {
  verifies('V1-VIDEO-05', 'DEC-REQUEST-01', 'V1-VIDEO-12');
  assertEachRefused('videos', [
    [{ duration: 0.999 }, 'duration', /^must be at least 1$/],
    [{ duration: 0 }, 'duration', /^must be at least 1$/],
    [{ duration: -5 }, 'duration', /^must be at least 1$/],
    [{ duration: 10.001 }, 'duration', /^must be at most 10$/],
    [{ duration: '5' }, 'duration', /^must be a number, not a string$/],
    [{ duration: null }, 'duration', /^must be a number, not null$/],
    [{ mode: 5 }, 'mode', /^must be a string, not 5$/],
    [{ mode: null }, 'mode', /^must be a string, not null$/],
    [{ init_image_base64: 5 }, 'init_image_base64', /^must be a string, not 5$/],
    [{ init_image_base64: null }, 'init_image_base64', /^must be a string, not null$/],
    [{ init_image_base64: ['aGk='] }, 'init_image_base64', /^must be a string, not an array$/],
  ]);
});

describe('an unknown field', () => {
  verifies('DEC-REQUEST-02', 'DEC-REQUEST-03', 'V1-MODE-10');
  assertEachRefused('images', [
    [{ heigth: 512 }, 'heigth', /did you mean height\?$/],
    [{ Width: 512 }, 'Width', /did you mean width\?$/],
    [{ promt: 'x' }, 'promt', /did you mean prompt\?$/],
    [{ sed: 1 }, 'sed', /did you mean seed\?$/],
    [
      { lora_weights: 'x' },
      'lora_weights',
      /the fields are prompt, negative_prompt, width, height, model, seed, max_price_cents, webhook_url$/,
    ],
    [{ constructor: 1 }, 'constructor', /^is not a field of this request/],
    [{ ['a'.repeat(5000)]: 1 }, 'a'.repeat(100), /^is not a field of this request/],
    [{ '': 1 }, '', /^is not a field of this request/],
  ]);
  assertEachRefused('videos', [
    [{ lenght: 5 }, 'lenght', /^is not a field of this request/],
    [{ durration: 5 }, 'durration', /did you mean duration\?$/],
    [{ modes: 'fast' }, 'modes', /did you mean mode\?$/],
    [{ init_image_b64: 'aGk=' }, 'init_image_b64', /did you mean init_image_base64\?$/],
    [{ audio_base64: 'aGk=' }, 'audio_base64', /^is not a field of this request/],
  ]);
});

test('every wrong field is named, each once', async () => {
  verifies('DEC-ERROR-02');
  const { body } = await customer.post('/v1/videos/generate', {
    prompt: '',
    width: 1e300,
    seed: 'x',
    colour: 'red',
  });
  const paths = body.issues.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths.sort(), ['colour', 'prompt', 'seed', 'width']);
  assert.match(body.error, /^prompt: must not be empty \(and 3 more\)$/);
});

describe('a request that its mode cannot render', () => {
  const rows = [
    [{ mode: 'ultra' }, 'invalid_mode', ['supported_modes']],
    [{ mode: 'FAST' }, 'invalid_mode', ['supported_modes']],
    [{ mode: '' }, 'invalid_mode', ['supported_modes']],
    [{ mode: 'quality', duration: 6 }, 'mode_duration_unsupported', ['video_mode', 'durations_seconds']],
    [{ mode: 'cinema', duration: 10 }, 'mode_duration_unsupported', ['video_mode', 'durations_seconds']],
    [
      { mode: 'cinema', width: 1280, height: 720 },
      'mode_resolution_unsupported',
      ['video_mode', 'supported_sizes'],
    ],
    [
      { mode: 'quality', width: 1024, height: 768 },
      'mode_resolution_unsupported',
      ['video_mode', 'supported_sizes'],
    ],
    [
      { mode: 'quality', width: 2560, height: 1440 },
      'mode_resolution_unsupported',
      ['video_mode', 'supported_sizes'],
    ],
  ] as const;
  for (const [fields, code, extra] of rows) {
    test(JSON.stringify(fields), async () => {
      verifies('V1-MODE-11', 'V1-ERROR-01', 'V1-ERROR-03', 'V1-ERROR-04', 'V1-ERROR-05', 'V1-MODE-04');
      verifies('V1-MODE-07', 'V1-MODE-09');
      const { status, body } = await assertUntouched(service, customer, () =>
        customer.post('/v1/videos/generate', { prompt: 'x', ...fields }),
      );
      assert.equal(status, 400);
      assert.equal(body.code, code);
      assert.deepEqual(Object.keys(body), ['error', 'code', ...extra]);
      assert.ok(Array.isArray(body[extra.at(-1) ?? '']));
    });
  }
});

test('the response is short even with many errors', async () => {
  verifies('DEC-ERROR-02');
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`f${i}`, 1]));
  const long = 'a'.repeat(2_000_000);
  for (const fields of [many, { [long]: 1 }, { mode: long }, { prompt: long }]) {
    const { status, text } = await customer.post('/v1/videos/generate', { prompt: 'x', ...fields });
    assert.equal(status, 400);
    assert.ok(text.length < 5000, `${text.length} characters`);
  }
  const twice = await customer.post('/v1/videos/generate', `{"${long}":1,"${long}":2}`);
  assert.equal(twice.status, 400);
  assert.ok(twice.text.length < 5000);
});

test('none of these requests created a job', async () => {
  verifies('V1-STATE-03');
  await assert.rejects(takeLease(service.worker, { wait_ms: 0 }), /there is no job to lease/);
});
