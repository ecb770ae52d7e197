import { breakable, type Html, html, prose } from '../../html.ts';
import { type JsonSchema, resolve } from '../json-schema.ts';

/** Schemas that are described once, in a separate section. */
const LINKED: Readonly<Record<string, string>> = { '#/components/schemas/Rates': '#prices' };

type Schemas = Readonly<Record<string, JsonSchema>>;

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The fields of an object; those of nested objects have dotted names. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return Object.entries(properties).flatMap(([key, inner]) => {
    const field = { name: prefix + key, required: required.includes(key), schema: inner };
    if (inner.$ref !== undefined && inner.$ref in LINKED) return [field];
    const resolved = resolve(inner, schemas);
    if (resolved.properties !== undefined) return [field, ...fieldsOf(resolved, schemas, `${field.name}.`)];
    const item = resolved.items && resolve(resolved.items, schemas);
    if (item?.properties !== undefined) return [field, ...fieldsOf(item, schemas, `${field.name}[].`)];
    return [field];
  });
}

/** Request fields are marked as required; descriptions of response fields say when a field is present. */
type Direction = 'request' | 'response';

export function fieldTable(
  caption: Html | string,
  direction: Direction,
  fields: readonly Field[],
  schemas: Schemas,
): Html {
  return html`<table class="fields">
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map((field) => fieldRow(field, direction, schemas))}</tbody>
</table>`;
}

function fieldRow({ name, required, schema }: Field, direction: Direction, schemas: Schemas): Html {
  const resolved = resolve(schema, schemas);
  return html`<tr>
<th scope="row"><code>${breakable(name)}</code>${required && direction === 'request' && html` <span class="required">required</span>`}
<span class="type">${typeOf(schema, schemas)}</span></th>
<td>${prose(resolved.description ?? '')}${limitsOf(resolved, direction).map((limit) => html` <span class="limit">${limit}</span>`)}</td>
</tr>
`;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  uri: 'URL',
  date: 'date',
  'date-time': 'date and time',
};

function typeOf(schema: JsonSchema, schemas: Schemas): Html {
  const linked = schema.$ref && LINKED[schema.$ref];
  if (linked !== undefined) return html`<a href="${linked}">price table</a>`;
  const { type, format, anyOf, items, contentEncoding } = resolve(schema, schemas);
  if (anyOf !== undefined) {
    return html`${anyOf.map((one, at) => html`${at > 0 && ' or '}${typeOf(one, schemas)}`)}`;
  }
  if (items !== undefined) return html`list of ${typeOf(items, schemas)}s`;
  return html`${contentEncoding ?? FORMATS[format ?? ''] ?? [type ?? 'any'].flat().join(' or ')}`;
}

/** The limits of a value, each in a few words. */
function limitsOf(schema: JsonSchema, direction: Direction): Html[] {
  const { minimum, maximum, maxLength, pattern } = schema;
  const limits: (string | false)[] = [
    schema.enum !== undefined && `One of ${schema.enum.map((value) => `\`${value}\``).join(', ')}.`,
    schema.const !== undefined && `${direction === 'request' ? 'Only' : 'Always'} \`${schema.const}\`.`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    pattern === '^[\\x20-\\x7e]{1,255}$' && '1 to 255 printable characters.',
  ];
  return limits.filter((limit) => limit !== false).map(prose);
}
