import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

const NOT_JSON = /^the body is not valid JSON: /;
const TWICE = /^is given twice$/;
const TOO_DEEP = /^the body is nested deeper than 16 levels or has more than 1000 parts$/;
const NUL = /^contains a NUL character$/;
const HALF = /^contains half of a surrogate pair; send whole characters$/;

/** The body as text or bytes, the field of the issue and its message. */
const bodies: Record<string, readonly [body: string | Buffer, field: string, message: RegExp]> = {
  empty: ['', '', /^the body is empty; send a JSON object$/],
  'white space': [' \n\t', '', /^the body is empty; send a JSON object$/],
  null: ['null', '', /^must be an object, not null$/],
  'an array': ['[]', '', /^must be an object, not an array$/],
  'a request in an array': ['[{"prompt":"x"}]', '', /^must be an object, not an array$/],
  'a string': ['"prompt"', '', /^must be an object, not a string$/],
  'a number': ['5', '', /^must be an object, not 5$/],
  'cut off': ['{"prompt":"x"', '', NOT_JSON],
  'an extra comma': ['{"prompt":"x",}', '', NOT_JSON],
  'single quotes': ["{'prompt':'x'}", '', NOT_JSON],
  'a comment': ['{"prompt":"x"/* why */}', '', NOT_JSON],
  'two values': ['{"prompt":"x"}{"prompt":"y"}', '', NOT_JSON],
  'a form': ['prompt=x', '', NOT_JSON],
  'a raw line break in a string': ['{"prompt":"a\nb"}', '', NOT_JSON],
  'an unknown escape': ['{"prompt":"\\x41"}', '', NOT_JSON],
  'a leading zero': ['{"prompt":"x","seed":01}', '', NOT_JSON],
  NaN: ['{"prompt":"x","seed":NaN}', '', NOT_JSON],
  Infinity: ['{"prompt":"x","seed":Infinity}', '', NOT_JSON],
  '1e400': ['{"prompt":"x","seed":1e400}', 'seed', /^must be a number, not Infinity$/],
  '-1e400': ['{"prompt":"x","width":-1e400}', 'width', /^must be a number, not -Infinity$/],
  'a key twice': ['{"prompt":"x","prompt":"y"}', 'prompt', TWICE],
  'a key twice with one value': ['{"prompt":"x","seed":1,"seed":1}', 'seed', TWICE],
  'a key twice, once escaped': ['{"prompt":"x","prom\\u0070t":"y"}', 'prompt', TWICE],
  'a key twice further in': ['{"prompt":"x","more":[{"a":1,"b":{"c":1,"c":2}}]}', 'c', TWICE],
  'an empty key twice': ['{"prompt":"x","":1,"":2}', '', TWICE],
  'the key __proto__': ['{"prompt":"x","__proto__":{"seed":1}}', '__proto__', /^is not a field$/],
  '__proto__ further in': ['{"prompt":"x","a":[{"__proto__":1}]}', 'a.0.__proto__', /^is not a field$/],
  'an escaped __proto__': ['{"prompt":"x","__pr\\u006fto__":1}', '__proto__', /^is not a field$/],
  'the key constructor': [
    '{"prompt":"x","constructor":{}}',
    'constructor',
    /^is not a field of this request/,
  ],
  'a NUL': ['{"prompt":"a\\u0000b"}', 'prompt', NUL],
  'a NUL in a key': ['{"prompt":"x","a\\u0000":1}', 'a\u0000', NUL],
  'a raw NUL': ['{"prompt":"a\u0000b"}', '', NOT_JSON],
  'a lone high surrogate': ['{"prompt":"\\ud83e"}', 'prompt', HALF],
  'a lone low surrogate': ['{"prompt":"a\\udd8ab"}', 'prompt', HALF],
  'surrogates in the wrong order': ['{"prompt":"\\udd8a\\ud83e"}', 'prompt', HALF],
  // The response is JSON that every client can read: it repeats no half of a pair.
  'half of a pair in a key': ['{"prompt":"x","a\\ud83e":1}', 'a\ufffd', HALF],
  'a pair at the end of what is repeated of a key': [
    `{"prompt":"x","${'a'.repeat(99)}\u{1f98a}":1}`,
    `${'a'.repeat(99)}\ufffd`,
    /^is not a field of this request/,
  ],
  'a byte order mark': ['\ufeff{"prompt":"x"}', '', /^the body starts with a byte order mark/],
  'UTF-16': [Buffer.from('{"prompt":"x"}', 'utf16le'), '', NOT_JSON],
  'UTF-16 with a mark': [Buffer.from('\ufeff{"prompt":"x"}', 'utf16le'), '', /^the body is not valid UTF-8$/],
  'bytes that are no UTF-8': [
    Buffer.from('{"prompt":"\xff"}', 'latin1'),
    '',
    /^the body is not valid UTF-8$/,
  ],
  'UTF-8 cut in a character': [Buffer.from('{"prompt":"\xf0\x9f"}', 'latin1'), '', /not valid UTF-8$/],
  'an overlong encoding': [Buffer.from('{"prompt":"\xc0\xaf"}', 'latin1'), '', /not valid UTF-8$/],
  'an encoded surrogate': [Buffer.from('{"prompt":"\xed\xa0\x80"}', 'latin1'), '', /not valid UTF-8$/],
  '100000 arrays': ['['.repeat(100_000), '', TOO_DEEP],
  '100000 closed arrays': ['['.repeat(100_000) + ']'.repeat(100_000), '', TOO_DEEP],
  '100000 objects': [`{"prompt":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`, '', TOO_DEEP],
  '23 MiB of zeros': [`{"prompt":[${'0,'.repeat(12_000_000)}0]}`, '', TOO_DEEP],
  '23 MiB of empty arrays': [`{"prompt":[${'[],'.repeat(8_000_000)}0]}`, '', TOO_DEEP],
  '17 levels': [`{"prompt":"x","a":${'['.repeat(16)}${']'.repeat(16)}}`, '', TOO_DEEP],
  '16 levels': [
    `{"prompt":"x","a":${'['.repeat(15)}${']'.repeat(15)}}`,
    'a',
    /^is not a field of this request/,
  ],
};

for (const [why, [body, field, message]] of Object.entries(bodies)) {
  test(`a bad body (${why}) is a 400 that costs nothing`, async () => {
    verifies(
      'V1-ERROR-02',
      'V1-STATE-03',
      'DEC-ERROR-02',
      'DEC-REQUEST-04',
      'DEC-REQUEST-05',
      'DEC-REQUEST-06',
    );
    const answer = await assertUntouched(service, customer, () =>
      send(`${service.url}/v1/videos/generate`, {
        method: 'POST',
        headers: {
          'x-api-key': customer.key,
          'user-agent': TEST_USER_AGENT,
          'content-type': 'application/json',
        },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    );
    assertInvalid(answer, field, message);
  });
}

test('a message about the body is short, however long the body is', async () => {
  verifies('DEC-ERROR-01');
  const { status, text } = await customer.post('/v1/videos/generate', `{"prompt":"${'x'.repeat(1_000_000)}`);
  assert.equal(status, 400);
  assert.ok(text.length < 500, `${text.length} characters`);
});

test('brackets, quotes and colons in strings are not counted as structure', async () => {
  verifies('DEC-REQUEST-04');
  const prompt = `${'[{'.repeat(50)} \\ "prompt": "a", \\"prompt\\": ${'}]'.repeat(50)}`;
  const { status, body } = await customer.post('/v1/images/generate', { prompt });
  assert.equal(status, 200);
  const rows = await service.database.query('select prompt from jobs where id = $1', [body.job_id]);
  assert.deepEqual(rows, [{ prompt }]);
});
