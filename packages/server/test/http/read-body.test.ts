import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editDistance } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { z } from 'zod';
import { readBody } from '../../src/http/request/read-body.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  width: z.int().min(1).max(9).default(5),
  ratio: z.number().min(0.5).max(2).optional(),
  kind: z.enum(['image', 'video']).optional(),
  on: z.boolean().optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  cap_cents: z.int().min(500).optional(),
  inner: z.strictObject({ depth: z.int() }).optional(),
  settings: z.record(z.string(), z.string()).optional(),
  stream: z.literal(false).optional(),
  word: z
    .string()
    .regex(/^[a-z]+$/, 'must hold letters only')
    .optional(),
});

/** The issues of an invalid body, as `path: message`. */
function issues(body: unknown): string[] {
  const result = readBody(schema, body);
  assert.ok(!result.ok, 'the body is accepted');
  assert.equal(result.problem.code, 'invalid_request');
  const found = result.problem.fields?.issues as { path: string; message: string }[];
  return found.map(({ path, message }) => `${path}: ${message}`);
}

test('a valid body is returned with its defaults, without coercion', () => {
  verifies('DEC-REQUEST-01');
  assert.deepEqual(readBody(schema, { name: 'abc' }), { ok: true, value: { name: 'abc', width: 5 } });
  const full = {
    name: 'ab',
    width: 9,
    ratio: 0.5,
    kind: 'video',
    on: false,
    tags: ['x'],
    inner: { depth: 1 },
  };
  assert.deepEqual(readBody(schema, full), { ok: true, value: full });
});

describe('the message for a field', () => {
  const rows: readonly (readonly [body: unknown, issue: string])[] = [
    [{}, 'name: is required'],
    [{ name: 5 }, 'name: must be a string, not 5'],
    [{ name: null }, 'name: must be a string, not null'],
    [{ name: [] }, 'name: must be a string, not an array'],
    [{ name: {} }, 'name: must be a string, not an object'],
    [{ name: false }, 'name: must be a string, not a boolean'],
    [{ name: 'a' }, 'name: must have at least 2 characters'],
    [{ name: 'abcde' }, 'name: must have at most 4 characters'],
    [{ name: 'ab', width: '5' }, 'width: must be a number, not a string'],
    [{ name: 'ab', width: 1.5 }, 'width: must be a whole number, not 1.5'],
    [{ name: 'ab', width: 0 }, 'width: must be at least 1'],
    [{ name: 'ab', width: 10 }, 'width: must be at most 9'],
    [{ name: 'ab', width: 1e20 }, 'width: must be at most 9'],
    [{ name: 'ab', width: -1e20 }, 'width: must be at least 1'],
    [{ name: 'ab', width: Number.POSITIVE_INFINITY }, 'width: must be a number, not Infinity'],
    [{ name: 'ab', ratio: 0.4 }, 'ratio: must be at least 0.5'],
    [{ name: 'ab', ratio: Number.NaN }, 'ratio: must be a number, not NaN'],
    [{ name: 'ab', kind: 'sound' }, 'kind: must be one of image, video'],
    [{ name: 'ab', kind: 5 }, 'kind: must be one of image, video'],
    [{ name: 'ab', stream: true }, 'stream: must be false'],
    [{ name: 'ab', on: 'true' }, 'on: must be a boolean, not a string'],
    [{ name: 'ab', cap_cents: 1 }, 'cap_cents: must be at least 5.00 USD (500 cents)'],
    [{ name: 'ab', tags: 'x' }, 'tags: must be an array, not a string'],
    [{ name: 'ab', tags: [] }, 'tags: must have at least 1 item'],
    [{ name: 'ab', tags: ['x', 5] }, 'tags.1: must be a string, not 5'],
    [{ name: 'ab', inner: {} }, 'inner.depth: is required'],
    [{ name: 'ab', inner: { depth: 'x' } }, 'inner.depth: must be a number, not a string'],
    [{ name: 'ab', inner: { depth: 1, dept: 2 } }, 'inner.dept: is not a field here'],
    [{ name: 'ab', tags: ['x', 'y', 'z'] }, 'tags: must have at most 2 items'],
    [{ name: 'ab', settings: null }, 'settings: must be an object, not null'],
    [{ name: 'ab', word: 'A' }, 'word: must hold letters only'],
    [undefined, ': the body is empty; send a JSON object'],
    [null, ': must be an object, not null'],
    [[], ': must be an object, not an array'],
    ['x', ': must be an object, not a string'],
    [7, ': must be an object, not 7'],
  ];
  for (const [body, issue] of rows) {
    test(issue, () => {
      verifies('DEC-REQUEST-01', 'DEC-ERROR-02', 'V1-ERROR-02');
      assert.deepEqual(issues(body), [issue]);
    });
  }
});

test('an unknown field is named with the nearest known one, or with all of them', () => {
  verifies('DEC-REQUEST-02', 'DEC-REQUEST-03');
  const nearest = (key: string): string => issues({ name: 'ab', [key]: 1 })[0] ?? '';
  for (const [key, name] of Object.entries({
    widht: 'width',
    wdith: 'width',
    WIDTH: 'width',
    nam: 'name',
    naem: 'name',
    ratios: 'ratio',
    kinds: 'kind',
  })) {
    assert.equal(nearest(key), `${key}: is not a field of this request; did you mean ${name}?`);
  }
  for (const key of ['negative_prompt', 'x'.repeat(70)]) {
    assert.match(
      nearest(key),
      /: is not a field of this request; the fields are name, width, ratio, kind, on/,
    );
  }
  const none = readBody(z.strictObject({}), { name: 'ab' });
  assert.ok(!none.ok);
  assert.equal(none.problem.message, 'name: is not a field of this request, which has none');
});

test('each issue names its field, and the message has the first one', () => {
  verifies('DEC-ERROR-02', 'DEC-ERROR-01');
  const result = readBody(schema, { name: 5, width: 'x', more: 1 });
  assert.ok(!result.ok);
  assert.equal(result.problem.message, 'name: must be a string, not 5 (and 2 more)');
  assert.deepEqual(
    issues({ name: 5, width: 'x', more: 1, other: 2 }).map((issue) => issue.split(':')[0]),
    ['name', 'width', 'more', 'other'],
  );
});

test('at most twenty unknown fields are listed', () => {
  verifies('DEC-REQUEST-02');
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`unknown${i}`, 1]));
  assert.equal(issues({ name: 'ab', ...many }).length, 20);
});

describe('the distance of two names', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

  test('counts inserted, removed, replaced and swapped letters', () => {
    verifies('DEC-REQUEST-03');
    const table: readonly (readonly [string, string, number])[] = [
      ['height', 'height', 0],
      ['heigth', 'height', 1],
      ['heght', 'height', 1],
      ['heeight', 'height', 1],
      ['hejght', 'height', 1],
      ['', 'seed', 4],
      ['seed', '', 4],
      ['abc', 'xyz', 3],
      ['kitten', 'sitting', 3],
    ];
    for (const [a, b, distance] of table) assert.equal(editDistance(a, b), distance, `${a} ${b}`);
  });

  test('is symmetric, and 0 only for equal names', () => {
    verifies('DEC-REQUEST-03');
    fc.assert(
      fc.property(name, name, (a, b) => {
        assert.equal(editDistance(a, b), editDistance(b, a));
        assert.equal(editDistance(a, b) === 0, a === b);
        assert.ok(editDistance(a, b) <= Math.max(a.length, b.length));
        assert.ok(editDistance(a, b) >= Math.abs(a.length - b.length));
      }),
    );
  });

  test('of one edit is one', () => {
    verifies('DEC-REQUEST-03');
    fc.assert(
      fc.property(name, fc.nat(6), fc.constantFrom('a', 'z'), (word, position, letter) => {
        const at = Math.min(position, word.length);
        assert.equal(editDistance(word.slice(0, at) + letter + word.slice(at), word), 1);
        const [left, right] = [word[at], word[at + 1]];
        if (left === undefined || right === undefined || left === right) return;
        assert.equal(editDistance(word.slice(0, at) + right + left + word.slice(at + 2), word), 1);
      }),
    );
  });
});
