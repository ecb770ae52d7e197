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
  exclusiveMinimum?: number;
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
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema as JsonSchema, direction);
      discriminate(zodSchema, jsonSchema as JsonSchema);
    },
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

/**
 * Removes what Zod adds and readers do not need: the bounds of safe integers and the patterns of formats. The rest is for those who
 * generate clients from the document.
 */
function tidy(schema: JsonSchema, direction: 'input' | 'output'): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
  // A generated client takes a number without a format for one of 32 bits, which are too few for a time in seconds.
  if (schema.type === 'number') schema.format = 'double';
  // A later version may answer more. Clients of some generators refuse a response with a field that is forbidden.
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  // A field with a `default` is sent by each call of some generated clients, and has to be given in those of others. But what is
  // left out has the default of the ordered model.
  if (schema.default !== undefined) {
    schema.description = [schema.description, `Default \`${schema.default}\`.`].join(' ').trim();
    delete schema.default;
  }
}

/** Says by which field the named alternatives of a union differ, and by which values of it. */
function discriminate(union: z.core.$ZodType, schema: JsonSchema): void {
  if (!(union instanceof z.ZodDiscriminatedUnion)) return;
  const propertyName = union.def.discriminator;
  const mapping: Record<string, string> = {};
  for (const option of union.options as z.ZodObject[]) {
    const { id } = option.meta() ?? {};
    assert(id !== undefined, `an alternative by ${propertyName} has no name`);
    for (const value of option.shape[propertyName]?._zod.values ?? []) mapping[String(value)] = PREFIX + id;
  }
  schema.discriminator = { propertyName, mapping };
}

function refer<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${PREFIX}`)) as Value;
}
