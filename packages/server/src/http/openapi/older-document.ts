import { assert } from '@kinora/contract';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * The document as OpenAPI 3.0.3, for generators that do not read 3.1. It describes the same operations; what 3.0 has no words for
 * is left out: the webhooks, which are also callbacks, and the names of the entries of a map.
 */
export function toOlderDocument({ webhooks: _, info, ...document }: OpenApiDocument): object {
  const { summary: __, license, ...olderInfo } = info;
  const { name } = license as { readonly name: string };
  const { schemas, ...components } = document.components;
  return {
    ...(olderPart(document) as object),
    openapi: '3.0.3',
    info: { ...olderInfo, license: { name } },
    components: { ...(olderPart(components) as object), schemas: mapValues(schemas, olderSchema) },
  };
}

/** Any part of the document that is no schema. */
function olderPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(olderPart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      // Examples are bodies, whose fields may be named like keywords.
      if (key === 'examples') return [key, value];
      if (key !== 'schema') return [key, olderPart(value)];
      // A media type without a schema is one of bytes.
      const isBytes = Object.keys(value).length === 0;
      return [key, isBytes ? { type: 'string', format: 'binary' } : olderSchema(value)];
    }),
  );
}

function olderSchema(schema: JsonSchema): object {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    // In 3.0 what is beside a reference does not count.
    return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...olderSchema(beside) };
  }
  const { properties, items, additionalProperties, oneOf, propertyNames: _, ...rest } = schema;
  return {
    ...withoutNull(rest),
    ...(oneOf && { oneOf: oneOf.map(olderSchema) }),
    ...(properties && { properties: mapValues(properties, olderSchema) }),
    ...(items && { items: olderSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? olderSchema(additionalProperties) : additionalProperties,
    }),
  };
}

/** Null is a type in 3.1, and a property of other types in 3.0. */
function withoutNull({ type, anyOf, ...schema }: JsonSchema): object {
  const rest = olderKeywords(schema);
  if (Array.isArray(type)) {
    const [only, ...more] = type.filter((name) => name !== 'null');
    assert(more.length === 0 && type.includes('null'), `3.0 has no type ${type.join(' or ')}`);
    return { ...rest, type: only, nullable: true };
  }
  if (anyOf === undefined) return { ...(type !== undefined && { type }), ...rest };
  const [only, ...more] = anyOf.filter((one) => one.type !== 'null');
  if (more.length + 1 === anyOf.length) return { ...rest, anyOf: anyOf.map(olderSchema) };
  assert(only !== undefined && only.$ref === undefined && more.length === 0, 'one of several types or null');
  // Not with null among the values of an `enum`, as 3.0.3 has it: generators take it for a value like the others.
  return { ...olderSchema(only), ...rest, nullable: true };
}

/** The keywords that 3.0 writes in another way. */
function olderKeywords(schema: JsonSchema): object {
  const { const: value, examples, exclusiveMinimum, contentEncoding, ...rest } = schema;
  return {
    ...rest,
    ...(value !== undefined && { enum: [value] }),
    ...(examples && { example: examples[0] }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
  };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
