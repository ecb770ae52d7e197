import type { JsonSchema } from '@kinora/server/http/openapi/json-schema';
import { isProblem, PREFIX, v1Schemas } from './client-types.ts';

/**
 * The shapes of the Python client, from the OpenAPI document: a pydantic model for each object of a response, and a
 * TypedDict for the options of an order. Generated here and not by a Python program, so that `npm run generate` needs Node alone.
 */

const NOTICE = '# Generated from packages/contract; run "npm run generate" after changing it.';
const WIDTH = 100;
const INDENT = '    ';

/** What orders take besides their prompt. The client reads an image to animate from a file itself. */
const ORDERS: Readonly<Record<string, string>> = {
  ImageGenerateRequest: 'ImageOptions',
  VideoGenerateRequest: 'VideoOptions',
};
const PARAMETERS = ['prompt', 'init_image_base64'];
/** Secrets that open an account, a payment or a file stay out of logs. */
const SECRETS = ['api_key', 'secret', 'code', 'result_url', 'claim_url'];

/** The shapes of responses, and the options of orders. */
export function renderPythonTypes(): string {
  const { names, schemas } = v1Schemas(true);
  const writer = createWriter(schemas);
  for (const name of names) {
    if (!isProblem(name) && !name.endsWith('Request')) writer.declare(name);
  }
  const orders = Object.entries(ORDERS).map(([name, options]) =>
    writer.options(options, schemas[name] ?? {}),
  );
  return assemble(
    [
      ...['from __future__ import annotations', ''],
      ...['from datetime import date, datetime', 'from typing import Annotated, Literal, TypedDict', ''],
      ...['from pydantic import Field', ''],
      'from ._shape import Open, Shape',
    ],
    [...writer.declarations, ...orders],
  );
}

/** The problems of the v1 interface, as a union that `code` discriminates. */
export function renderPythonProblems(): string {
  const { names, schemas } = v1Schemas();
  const found = names.filter(isProblem);
  const shared = names.filter((name) => found.some((problem) => mentions(schemas[problem], name)));
  const writer = createWriter(schemas, [...shared, ...names.filter((name) => !isProblem(name))]);
  for (const name of found) writer.declare(name);
  const union = found.map((name) => `${INDENT}${classOf(name)}`).join('\n    | ');
  return assemble(
    [
      ...['from __future__ import annotations', '', 'from datetime import datetime'],
      ...['from typing import Annotated, Literal', '', 'from pydantic import Field', ''],
      ...['from ._shape import Open, Shape', `from .types import ${shared.join(', ')}`],
    ],
    [
      ...writer.declarations,
      `Problem = Annotated[\n${union.replaceAll('|     ', '| ')},\n    Field(discriminator="code"),\n]\n"""Every problem that a call may meet."""\n`,
    ],
  );
}

const mentions = (schema: JsonSchema | undefined, name: string): boolean =>
  JSON.stringify(schema).includes(`"${PREFIX}${name}"`);

function assemble(imports: readonly string[], declarations: readonly string[]): string {
  const code = declarations.join('\n\n');
  const used = imports.flatMap((line) => {
    const [, from, names = ''] = /^(from (?!__future__)\S+ import) (.*)$/.exec(line) ?? [];
    if (from === undefined) return [line];
    const needed = names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    return needed.length === 0 ? [] : [`${from} ${needed.join(', ')}`];
  });
  return `${NOTICE}\n${used.join('\n')}\n\n\n${code}`;
}

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A problem is named by its code alone: `kinora.problems.BalanceInsufficient`. */
const classOf = (name: string): string => (isProblem(name) ? name.slice('Problem'.length) : name);

function createWriter(schemas: Readonly<Record<string, JsonSchema>>, imported: readonly string[] = []) {
  const declarations: string[] = [];
  const declared = new Set(imported);
  const discriminators = discriminatorsOf(schemas);

  /** Writes a named schema, after those that it refers to. */
  function declare(name: string): void {
    if (declared.has(name)) return;
    declared.add(name);
    const schema = schemas[name] ?? {};
    if (schema.properties !== undefined) writeClass(classOf(name), schema);
    else declarations.push(`${name} = ${render(schema, name)}\n${docstring(schema.description, '')}`);
  }

  function writeClass(name: string, { properties = {}, required = [], description }: JsonSchema): void {
    const fields = Object.entries(properties).map(([key, field]) => {
      const isDiscriminator = discriminators.get(name) === key;
      const type = isDiscriminator ? literalOf(field) : render(field, name + pascal(key));
      return writeField(key, field, type, required.includes(key));
    });
    const body = [docstring(description, INDENT), ...fields].filter((text) => text !== '');
    declarations.push(`class ${name}(Shape):\n${body.join('\n')}`);
  }

  /** A schema as a Python type; objects in it without a name become classes that begin with `name`. */
  function render(schema: JsonSchema, name: string): string {
    const { $ref, anyOf, oneOf, enum: choices, type, discriminator } = schema;
    if ($ref !== undefined) {
      const found = $ref.slice(PREFIX.length);
      declare(found);
      return found;
    }
    if (choices !== undefined || 'const' in schema) return renderChoice(schema);
    const alternatives = anyOf ?? oneOf;
    if (alternatives !== undefined) return renderUnion(alternatives, name, discriminator?.propertyName);
    if (Array.isArray(type)) return type.map((one) => render({ ...schema, type: one }, name)).join(' | ');
    if (type === 'array') return `list[${render(schema.items ?? {}, name.replace(/s$/, ''))}]`;
    if (type !== 'object') return plainType(schema);
    if (schema.properties === undefined) {
      const { additionalProperties: value } = schema;
      return `dict[str, ${typeof value === 'object' ? render(value, name) : 'object'}]`;
    }
    writeClass(name, schema);
    return name;
  }

  /** Objects that the values of a field tell apart are a union of which a newer service may have more. */
  function renderUnion(alternatives: readonly JsonSchema[], name: string, discriminator?: string): string {
    const types = alternatives.map((one) => render(one, name));
    if (discriminator !== undefined) {
      const parts = [types.join(' | '), `Field(discriminator="${discriminator}")`];
      return `Open[\n${INDENT}Annotated[\n${parts.map((part) => `${INDENT.repeat(2)}${part},\n`).join('')}${INDENT}]\n]`;
    }
    // Any text is among the values already.
    const isOpen = types.includes('str');
    return [...new Set(types.map((type) => (isOpen ? closed(type) : type)))].join(' | ');
  }

  function options(name: string, { properties = {}, description }: JsonSchema): string {
    const fields = Object.entries(properties)
      .filter(([key]) => !PARAMETERS.includes(key))
      .map(([key, field]) => {
        return `${INDENT}${key}: ${closed(render(field, name))} | None\n${docstring(field.description, INDENT)}`;
      });
    const about = docstring(`${description} What it may have besides its prompt.`, INDENT);
    return `class ${name}(TypedDict, total=False):\n${[about, ...fields].join('\n')}`;
  }

  return { declarations, declare, options };
}

/** The field that distinguishes each class from the others of its union; for a problem, its code. */
function discriminatorsOf(schemas: Readonly<Record<string, JsonSchema>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, { oneOf = [], discriminator }] of Object.entries(schemas)) {
    if (isProblem(name)) found.set(classOf(name), 'code');
    if (discriminator === undefined) continue;
    for (const { $ref = '' } of oneOf) found.set($ref.slice(PREFIX.length), discriminator.propertyName);
  }
  return found;
}

const valuesOf = ({ const: value, enum: values = [value] }: JsonSchema): readonly unknown[] => values;

function writeField(key: string, { description }: JsonSchema, type: string, isRequired: boolean): string {
  // The prefix of an identifier: only price tiers begin with a digit.
  const name = /^\d/.test(key) ? `tier_${key}` : key;
  const optional = type.endsWith(' | None') ? type : `${type} | None`;
  const settings = [
    ...(isRequired ? [] : ['default=None']),
    ...(name === key ? [] : [`alias="${key}"`]),
    ...(SECRETS.includes(key) && type.startsWith('str') ? ['repr=False'] : []),
  ];
  const value =
    settings.length === 0
      ? ''
      : settings.join() === 'default=None'
        ? ' = None'
        : ` = Field(${settings.join(', ')})`;
  return `${INDENT}${name}: ${isRequired ? type : optional}${value}\n${docstring(description, INDENT)}`;
}

function literalOf(schema: JsonSchema): string {
  return `Literal[${valuesOf(schema)
    .map((choice) => JSON.stringify(choice))
    .join(', ')}]`;
}

/** What a later service adds to a list of values is no error. Numbers are amounts, which it may change too. */
function renderChoice(schema: JsonSchema): string {
  const [first] = valuesOf(schema);
  if (typeof first === 'number') return 'int';
  if (typeof first === 'boolean') return 'bool';
  return schema['x-may-grow'] === true ? `${literalOf(schema)} | str` : `Open[${literalOf(schema)}]`;
}

/** A type without what tolerates other values. */
const closed = (type: string): string => type.replace(/^Open\[(.*)\]$/, '$1');

const PLAIN: Readonly<Record<string, string>> = {
  ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
  ...{ 'date-time': 'datetime', date: 'date' },
};

function plainType({ type = '', format = '' }: JsonSchema): string {
  return PLAIN[type === 'string' ? format : ''] ?? PLAIN[type as string] ?? 'object';
}

/** A docstring of as many lines as the text needs; empty without a text. */
function docstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const lines: string[] = [];
  for (const word of `"""${text}"""`.split(/\s+/)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length === 0 || indent.length + longer.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return `${lines.map((line) => `${indent}${line}\n`).join('')}`;
}
