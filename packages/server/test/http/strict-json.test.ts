import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { parseStrictJson } from '../../src/http/request/strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

/** The path and message of the refusal. */
function refusal(text: string): string {
  const result = parse(text);
  assert.ok(!result.ok, `${text.slice(0, 80)} is accepted`);
  assert.equal(result.problem.code, 'invalid_request');
  const issues = result.problem.fields?.issues as { path: string; message: string }[];
  assert.equal(issues.length, 1);
  return `${issues[0]?.path}: ${issues[0]?.message}`;
}

/** JSON that the contract allows: no NUL, no `__proto__`; keys are unique because it was an object. */
const allowed = fc
  .jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
  .filter((value) => !/\\u0000|__proto__/.test(JSON.stringify(value)));

describe('valid JSON with unique keys', () => {
  test('is read as JSON.parse reads it', () => {
    verifies('DEC-REQUEST-04');
    const indents = fc.constantFrom(undefined, 1, '\t', '\n \r');
    fc.assert(
      fc.property(allowed, indents, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const result = parse(text);
        assert.ok(result.ok, text);
        assert.deepEqual(result.value, JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('may hold any escape, any bracket and any quote in its strings', () => {
    verifies('DEC-REQUEST-04');
    const unit = fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a', ' ', '\n', '🦊', '\u2028');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.string({ unit, maxLength: 30 }), (key, value) => {
        for (const body of [{ [key]: value }, { a: { [key]: [value] }, b: { [key]: value } }]) {
          const result = parse(JSON.stringify(body));
          assert.ok(result.ok);
          assert.deepEqual(result.value, body);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('may have one key in several objects', () => {
    verifies('DEC-REQUEST-04');
    for (const text of [
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":1}]',
      '{"x":{"a":1},"y":{"a":1}}',
      '{"a":["a","a"],"b":"a"}',
      '{"a":"\\"a\\":1","b":"\\\\"}',
    ]) {
      assert.ok(parse(text).ok, text);
    }
  });

  test('may be nested 16 levels deep', () => {
    verifies('V1-ERROR-02');
    assert.ok(parse('['.repeat(16) + ']'.repeat(16)).ok);
    assert.match(refusal('['.repeat(17) + ']'.repeat(17)), /deeper than 16 levels/);
    assert.ok(parse(JSON.stringify('['.repeat(1000))).ok);
    assert.ok(parse(`[${Array(1000).fill('[]').join(',')}]`).ok);
  });
});

test('more parts than any valid request has are refused before they are parsed', () => {
  verifies('V1-ERROR-02');
  assert.ok(parse(`[${Array(1001).fill('0').join(',')}]`).ok);
  assert.match(refusal(`[${Array(1002).fill('0').join(',')}]`), /more than 1000 parts$/);
  // The grammar and the keys are not checked yet.
  assert.match(refusal(`{"a":1,"a":2,"list":[${'0,'.repeat(1000)}`), /more than 1000 parts$/);
  assert.ok(parse(JSON.stringify(','.repeat(5000))).ok);
});

test('a duplicate key is refused at any depth and in any encoding', () => {
  verifies('DEC-REQUEST-04');
  const key = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/\0|__proto__/.test(text));
  const escaped = (text: string): string =>
    `"${[...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`;
  fc.assert(
    fc.property(
      key,
      allowed,
      fc.array(key, { maxLength: 3 }),
      fc.boolean(),
      (name, value, path, isEscaped) => {
        const again = isEscaped ? escaped(name) : JSON.stringify(name);
        const json = JSON.stringify(value);
        let text = `{${JSON.stringify(name)}:${json} ,\n${again} : 1}`;
        for (const outer of path) text = `{"x":[1],${JSON.stringify(`${outer}-`)}:[${text}]}`;
        assert.equal(refusal(text), `${name}: is given twice`);
      },
    ),
    { numRuns: 300 },
  );
});

test('everything that JSON.parse rejects is refused', () => {
  verifies('V1-ERROR-02', 'DEC-REQUEST-05');
  const unit = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '1',
    'a',
    'null',
    ' ',
    '\\',
    'NaN',
    '-',
    'e',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const result = parse(text);
      let value: unknown;
      try {
        value = text.trim() === '' ? undefined : JSON.parse(text);
      } catch {
        assert.ok(!result.ok, text);
        return;
      }
      if (result.ok) assert.deepEqual(result.value, value);
      else assert.match(refusal(text), /is given twice$/);
    }),
    { numRuns: 3000 },
  );
});

test('no input makes it throw', () => {
  verifies('V1-ERROR-02');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      parseStrictJson(Buffer.from(bytes));
    }),
    { numRuns: 1000 },
  );
});

test('characters that no string may contain are refused with their path', () => {
  verifies('DEC-REQUEST-06');
  assert.equal(refusal('{"a":{"b":["x","\\u0000"]}}'), 'a.b.1: contains a NUL character');
  assert.match(refusal('{"a":["\\ud800"]}'), /^a\.0: contains half of a surrogate pair/);
  assert.match(refusal('{"\\udfff":1}'), /contains half of a surrogate pair/);
  assert.match(refusal('"\\ud83e"'), /^: contains half of a surrogate pair/);
  assert.equal(refusal('{"a":{"__proto__":1}}'), 'a.__proto__: is not a field');
  assert.ok(parse('{"a":"\\ud83e\\udd8a","b":"__proto__","c":"\\u0001"}').ok);
});

test('the encoding is UTF-8 without a byte order mark', () => {
  verifies('V1-ERROR-02');
  assert.match(refusal('\ufeff{}'), /byte order mark/);
  assert.ok(parse('{"a":"\ufeff"}').ok);
  for (const hex of ['22ff22', '22c3', '22eda08022', '22f0808080af22', 'fffe7b007d00']) {
    const result = parseStrictJson(Buffer.from(hex, 'hex'));
    assert.ok(!result.ok && result.problem.message === 'the body is not valid UTF-8', hex);
  }
});

describe('a body with an image', () => {
  const IMAGE = Buffer.alloc(70_000, 'kinora').toString('base64');

  test('is read as JSON.parse reads it, whatever is around the image and in long strings', () => {
    verifies('DEC-REQUEST-04');
    const long = fc.constantFrom(
      IMAGE,
      `${IMAGE}é`,
      `${IMAGE}\n`,
      `"${IMAGE}`,
      `${IMAGE}\\`,
      IMAGE.slice(0, 65_533),
    );
    fc.assert(
      fc.property(allowed, long, long, fc.constantFrom(undefined, 1), (value, first, second, indent) => {
        for (const body of [{ value, first }, [first, value, second], { [first]: value, second }, first]) {
          const text = JSON.stringify(body, null, indent);
          const result = parse(text);
          assert.ok(result.ok, text.slice(0, 80));
          assert.deepEqual(result.value, JSON.parse(text));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('is refused for what is wrong around the image', () => {
    verifies('V1-ERROR-02', 'DEC-REQUEST-04');
    assert.equal(refusal(`{"a":"${IMAGE}","b":1,"a":2}`), 'a: is given twice');
    assert.equal(refusal(`{"a":"${IMAGE}","b":{"__proto__":1}}`), 'b.__proto__: is not a field');
    assert.equal(refusal(`{"b":"\\u0000","a":"${IMAGE}"}`), 'b: contains a NUL character');
    assert.match(refusal(`\ufeff{"a":"${IMAGE}"}`), /byte order mark/);
    const position = `{"a":"${IMAGE}",`.length;
    assert.match(refusal(`{"a":"${IMAGE}",}`), new RegExp(`not valid JSON: .* position ${position}\\b`));
    for (const text of [`{"a":"${IMAGE}`, `{"a":"${IMAGE}""b":1}`, `"${IMAGE}" 1`, `{"${IMAGE}"}`]) {
      assert.match(refusal(text), /not valid JSON/, text.slice(-20));
    }
  });
});

test('no body is not a value', () => {
  verifies('V1-ERROR-02');
  for (const text of ['', ' ', '\r\n\t']) assert.deepEqual(parse(text), { ok: true, value: undefined });
});

describe('a large body', () => {
  const MANY = 70_000;

  test('may have an image of any length, with the escapes that clients write in base64', () => {
    verifies('DEC-BODY-04');
    for (const unit of ['A', '\\/', '\\u0041', '漢']) {
      assert.ok(parse(`{"prompt":"x","image":"${unit.repeat(1_000_000)}"}`).ok, unit);
    }
  });

  test('is refused if it is large for another reason', () => {
    verifies('DEC-BODY-04');
    const blanks = ' '.repeat(MANY);
    for (const text of [
      blanks,
      `{"prompt":"x"}${blanks}`,
      `${blanks}{"prompt":"x"}`,
      `{"prompt"${blanks}:"x"}`,
      `{"seed":${'1'.repeat(MANY)}}`,
      `{"prompt":"${'\\"'.repeat(MANY)}"}`,
      `{"prompt":"${'\\\\'.repeat(MANY)}"}`,
      `{"prompt":"${'\\'.repeat(MANY + 1)}"x"}`,
      '"'.repeat(MANY),
    ]) {
      assert.match(refusal(text), /^: the body has more than 65536 characters around its image; /);
    }
  });
});
