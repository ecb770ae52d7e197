import { productVersion } from '@kinora/program/product-version';
import { buildDocument } from '@kinora/server/http/openapi/document';
import type { JsonSchema } from '@kinora/server/http/openapi/json-schema';

/**
 * The types of the client, from the OpenAPI document. They are generated, and not imported from the contract, so that
 * the published package has types of its own: those of the contract are inferred from Zod schemas, and would bring Zod.
 */

const V1 = /^\/v1\//;
/** What a reference to a named schema begins with. */
export const PREFIX = '#/components/schemas/';
const WIDTH = 110;
const NOTICE = '// Generated from packages/contract; run "npm run generate" after changing it.\n';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The shapes of requests and responses of the v1 interface. */
export function renderShapes(): string {
  const { names, schemas } = v1Schemas();
  const shapes = names.filter((name) => !isProblem(name)).map((name) => declare(name, schemas));
  return `${[NOTICE, ...shapes].join('\n')}`;
}

/** The problems of the v1 interface, as a union that `code` discriminates. */
export function renderProblems(): string {
  const { names, schemas } = v1Schemas();
  const found = names.filter(isProblem);
  const codes = found.map((name) => schemas[name]?.properties?.code?.const as string);
  const shapes = found.map((name) => declare(name, schemas));
  const shared = names.filter((name) => found.some((used) => referencesIn(schemas[used]).includes(name)));
  return [
    NOTICE,
    `import type { ${shared.join(', ')} } from './shapes.ts';\n`,
    ...shapes,
    '/** Every problem that a call of the v1 interface may meet. */',
    `export type Problem =\n${found.map((name) => `  | ${name}`).join('\n')};\n`,
    `export type ProblemCode = Problem['code'];\n`,
    '/** The codes of this version; a later service may have more. */',
    `export const problemCodes: readonly ProblemCode[] = [\n${codes.map((code) => `  '${code}',`).join('\n')}\n];\n`,
  ].join('\n');
}

export const isProblem = (name: string): boolean => name.startsWith('Problem');

/** The named schemas that the v1 operations use, or its webhooks too, in alphabetical order. */
export function v1Schemas(withWebhooks = false): {
  readonly names: readonly string[];
  readonly schemas: Schemas;
} {
  const { paths, components, webhooks } = buildDocument(productVersion());
  const operations = Object.entries(paths).flatMap(([path, item]) => (V1.test(path) ? [item] : []));
  const names = new Set(referencesIn([operations, withWebhooks ? webhooks : {}]));
  for (const name of names) for (const next of referencesIn(components.schemas[name])) names.add(next);
  return { names: [...names].sort(), schemas: components.schemas };
}

function referencesIn(value: unknown): string[] {
  const found = JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return [...found].map(([, name = '']) => name);
}

function declare(name: string, schemas: Schemas): string {
  const schema = schemas[name] ?? {};
  const comment = describe(schema.description, '');
  return schema.properties === undefined
    ? `${comment}export type ${name} = ${render(schema, '')};\n`
    : `${comment}export interface ${name} ${render(schema, '')}\n`;
}

/** A schema as a TypeScript type; `indent` is that of the line it begins in. */
function render(schema: JsonSchema, indent: string): string {
  const { $ref, anyOf, oneOf, enum: choices, type } = schema;
  if ($ref !== undefined) return $ref.slice(PREFIX.length);
  if ('const' in schema) return literal(schema.const);
  // Editors suggest the known values, and a program may send one that it read from the service.
  const others = schema['x-may-grow'] === true ? ' | (string & {})' : '';
  if (choices !== undefined) return `${choices.map(literal).join(' | ')}${others}`;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) {
    const options = alternatives.map((option) => render(option, indent));
    // Editors complete the named values of a union with any text only if TypeScript does not reduce it to a string.
    const isOpen = options.includes('string') && options.some((option) => option.startsWith("'"));
    return options.map((option) => (isOpen && option === 'string' ? '(string & {})' : option)).join(' | ');
  }
  if (Array.isArray(type)) return type.map((name) => render({ ...schema, type: name }, indent)).join(' | ');
  if (type === 'array') return `Array<${render(schema.items ?? {}, indent)}>`;
  if (type === 'object') return renderObject(schema, indent);
  if (type === 'integer') return 'number';
  return type ?? 'unknown';
}

function renderObject(schema: JsonSchema, indent: string): string {
  const { properties, required = [], additionalProperties, propertyNames } = schema;
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? render(additionalProperties, indent) : 'unknown';
    return propertyNames?.enum === undefined
      ? `Record<string, ${value}>`
      : `Partial<Record<${render(propertyNames, indent)}, ${value}>>`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : `'${name}'`;
    const value = render(field, inner);
    const typed = required.includes(name) ? `${key}: ${value}` : `${key}?: ${value} | undefined`;
    return `${describe(field.description, inner)}${inner}${typed};`;
  });
  return `{\n${fields.join('\n')}\n${indent}}`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** A comment of as many lines as the text needs. */
function describe(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const single = `${indent}/** ${text} */\n`;
  if (single.length <= WIDTH) return single;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length === 0 || indent.length + 2 + longer.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
