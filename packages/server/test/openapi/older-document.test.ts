import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { buildDocument, type OpenApiDocument } from '../../src/http/openapi/document.ts';
import type { JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { toOlderDocument } from '../../src/http/openapi/older-document.ts';

/** The parts that the tests read. */
interface Older {
  readonly openapi: string;
  readonly info: object;
  readonly paths: object;
  readonly components: { readonly schemas: Record<string, object> };
}

const newest = buildDocument('1.2.3');
const older = toOlderDocument(newest) as Older;

function convert(schema: JsonSchema): object | undefined {
  const components = { ...newest.components, schemas: { One: schema } };
  return (toOlderDocument({ ...newest, components }) as Older).components.schemas.One;
}

const $ref = '#/components/schemas/Two';
const text = { type: 'string' };

const conversions: readonly (readonly [what: string, newer: JsonSchema, older: object])[] = [
  ['a constant', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
  ['false as a constant', { type: 'boolean', const: false }, { type: 'boolean', enum: [false] }],
  [
    'a type or null',
    { type: ['integer', 'null'], minimum: 1 },
    { type: 'integer', minimum: 1, nullable: true },
  ],
  [
    'a schema or null',
    { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }], description: 'An id.' },
    { type: 'string', format: 'uuid', description: 'An id.', nullable: true },
  ],
  [
    'an object or null, with a constant inside',
    { anyOf: [{ type: 'object', properties: { a: { const: 1 } } }, { type: 'null' }] },
    { type: 'object', properties: { a: { enum: [1] } }, nullable: true },
  ],
  ['alternatives without null', { anyOf: [text, { const: 'a' }] }, { anyOf: [text, { enum: ['a'] }] }],
  ['named alternatives', { oneOf: [{ $ref }] }, { oneOf: [{ $ref }] }],
  ['a reference', { $ref }, { $ref }],
  ['a reference with a description', { $ref, description: 'B.' }, { allOf: [{ $ref }], description: 'B.' }],
  ['examples', { ...text, examples: ['a', 'b'] }, { ...text, example: 'a' }],
  ['an open bound', { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  ['base64', { ...text, contentEncoding: 'base64' }, { ...text, format: 'byte' }],
  [
    'a map with known names',
    { type: 'object', propertyNames: { enum: ['a'] }, additionalProperties: { type: ['string', 'null'] } },
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
  ],
  ['any value', { type: 'object', additionalProperties: {} }, { type: 'object', additionalProperties: {} }],
  [
    'a closed object',
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: false },
  ],
  ['a list', { items: { const: 'a' } }, { items: { enum: ['a'] } }],
  [
    'fields with the names of keywords',
    { properties: { const: text, type: text, anyOf: text, examples: text } },
    { properties: { const: text, type: text, anyOf: text, examples: text } },
  ],
];

for (const [what, schema, expected] of conversions) {
  test(`${what} is described in the words of OpenAPI 3.0`, () => {
    verifies('DEC-OPENAPI-01');
    assert.deepEqual(convert(schema), expected);
  });
}

test('what OpenAPI 3.0 cannot describe is an error, not a wrong description', () => {
  verifies('DEC-OPENAPI-01');
  assert.throws(() => convert({ type: ['string', 'integer'] }), /no type string or integer/);
  assert.throws(() => convert({ anyOf: [text, { type: 'integer' }, { type: 'null' }] }), /several types/);
  assert.throws(() => convert({ anyOf: [{ $ref }, { type: 'null' }] }), /several types/);
});

test('the older document has the same operations, and no keyword of 3.1', () => {
  verifies('DEC-OPENAPI-01');
  assert.equal(older.openapi, '3.0.3');
  assert.deepEqual(
    Object.keys(older).filter((key) => !(key in newest)),
    [],
  );
  assert.ok(!('webhooks' in older) && !('summary' in older.info));
  assert.deepEqual(Object.keys(older.components.schemas), Object.keys(newest.components.schemas));
  assert.deepEqual(operationIdsOf(older.paths), operationIdsOf(newest.paths));
  const schemas = JSON.stringify(withoutExamples(older));
  assert.doesNotMatch(schemas, /"(const|propertyNames|contentEncoding|examples)":|"null"|"type":\[/);
  const { properties } = older.components.schemas.JobStatus as JsonSchema;
  assert.deepEqual(properties?.completed_at, {
    type: 'string',
    format: 'date-time',
    description: 'When the job ended; null before that.',
    nullable: true,
  });
  assert.deepEqual(pathOf(older, '/v1/jobs/{job_id}/preview').content, {
    'image/jpeg': { schema: { type: 'string', format: 'binary' } },
  });
  assert.deepEqual(
    pathOf(older, '/v1/jobs/{job_id}').content?.['application/json']?.examples,
    pathOf(newest, '/v1/jobs/{job_id}').content?.['application/json']?.examples,
  );
});

function pathOf({ paths }: Pick<Older, 'paths'>, path: string) {
  return (paths as OpenApiDocument['paths'])[path]?.get?.responses[200] ?? assert.fail(path);
}

function operationIdsOf(paths: object): string[] {
  return [...JSON.stringify(paths).matchAll(/"operationId":"(\w+)"/g)].map(([, id = '']) => id);
}

/** Examples of media types are bodies; a schema of 3.0 has no `examples`, which is a list in those of 3.1. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'examples' || Array.isArray(inner))
      .map(([key, inner]) => [key, withoutExamples(inner)]),
  );
}
