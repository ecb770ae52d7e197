import { assert } from '@kinora/contract';
import { z } from 'zod';

/** The part of JSON Schema 2020-12 that our Zod schemas produce. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentEncoding?: string;
  examples?: unknown[];
  /** A later service may take more values than those of `enum`. */
  'x-may-grow'?: boolean;
}

/** Named schemas, shared by reference. */
export type Components = Map<string, JsonSchema>;

const PREFIX = '#/components/schemas/';

/** A Zod schema as JSON Schema; schemas with an id are added to `components` and referenced. */
export function toJsonSchema(
  schema: z.ZodType,
  direction: 'input' | 'output',
  components: Components,
): JsonSchema {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io: direction,
    override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema),
  }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> };
  for (const [name, definition] of Object.entries($defs ?? {}))
    addComponent(components, name, refer(definition));
  return refer(root);
}

export function addComponent(components: Components, name: string, schema: JsonSchema): JsonSchema {
  const existing = components.get(name);
  assert(
    existing === undefined || JSON.stringify(existing) === JSON.stringify(schema),
    `two different schemas are named ${name}`,
  );
  components.set(name, schema);
  return { $ref: PREFIX + name };
}

/** Resolves a reference and merges the fields beside it into the schema. */
export function resolve(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const found = components[schema.$ref.slice(PREFIX.length)];
  assert(found !== undefined, `${schema.$ref} is not defined`);
  const { $ref, ...beside } = schema;
  return { ...found, ...beside };
}

/** Removes what Zod adds and readers do not need: the bounds of safe integers and the patterns of formats. */
function tidy(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
}

function refer<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${PREFIX}`)) as Value;
}
