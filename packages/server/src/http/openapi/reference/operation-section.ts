import { type ProblemCode, statusOf } from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { formatJson, jsonBlock, shellBlock } from '../../code-block.ts';
import { breakable, type Html, html, prose } from '../../html.ts';
import { codesByStatus, type DocumentedOperation, type OpenApiDocument } from '../document.ts';
import { resolve } from '../json-schema.ts';
import { exampleValue, type Operation } from '../operation.ts';
import { fieldsOf, fieldTable } from './field-table.ts';

/** One operation: description, request fields, responses and errors, with examples beside them. */
export function operationSection(operation: Operation, document: OpenApiDocument, sold: Catalogue): Html {
  const documented = document.paths[operation.path]?.[operation.method] as DocumentedOperation;
  return html`<section class="operation" id="${operation.id}">
<div class="text">
<h3>${operation.summary} <a class="anchor" href="#${operation.id}" aria-label="Link to this operation">#</a></h3>
<p class="route"><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> <code>${breakable(shownPath(operation))}</code></p>
${operation.description.map((paragraph) => html`<p>${prose(paragraph)}</p>\n`)}
${requestTables(documented, document)}
${responseTables(operation, documented, document)}
${problemList(operation.problems)}
</div>
<div class="examples">
${shellBlock('Request', curlOf(operation))}
${operation.responses.flatMap(({ status, examples = [] }) =>
  examples.map((example) => jsonBlock(`${status} · ${example.title}`, exampleValue(example, sold))),
)}
</div>
</section>
`;
}

function shownPath({ atOrigin, path }: Operation): string {
  return atOrigin ? path : `/api${path}`;
}

const PLACES: Readonly<Record<string, string>> = {
  path: 'In the path',
  query: 'In the query',
  header: 'Headers',
};

function requestTables(
  { parameters, requestBody }: DocumentedOperation,
  { components }: OpenApiDocument,
): Html {
  const body = requestBody?.content['application/json']?.schema;
  const tables = [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([place, inPlace]) =>
    fieldTable(
      PLACES[place] ?? place,
      'request',
      inPlace.map(({ name, required, description, schema }) => ({
        name,
        required,
        schema: { ...schema, description },
      })),
      components.schemas,
    ),
  );
  return html`${body && fieldTable('Body', 'request', fieldsOf(body, components.schemas), components.schemas)}${tables}`;
}

function responseTables(
  operation: Operation,
  { responses }: DocumentedOperation,
  { components: { schemas } }: OpenApiDocument,
): Html {
  return html`${operation.responses.map(({ status, description, media, headers = [] }) => {
    const schema = responses[status]?.content?.['application/json']?.schema;
    const fields = schema === undefined ? [] : fieldsOf(resolve(schema, schemas), schemas);
    const title = html`<span class="status${status >= 400 && ' error'}">${status}</span> ${prose(description)}`;
    return html`${fields.length > 0 ? fieldTable(title, 'response', fields, schemas) : html`<h4>${title}</h4>`}
${media && html`<p class="media">${media.map((type) => html`<code>${type}</code> `)}</p>`}
${headers.map(({ name, description: meaning }) => html`<p class="header"><code>${name}</code> ${meaning}</p>`)}
`;
  })}`;
}

function problemList(codes: readonly ProblemCode[]): Html {
  const links = [...codesByStatus(codes).values()].flat().map(
    (
      code,
    ) => html`<li><a href="#error-${code}"><span class="status">${statusOf(code)}</span> ${breakable(code)}</a></li>
`,
  );
  return html`<h4>Errors</h4><ul class="codes">${links}</ul>`;
}

function credentials({ jobApi }: Operation): readonly string[] {
  if (jobApi === undefined) return ['-H "X-API-Key: $KINORA_KEY"'];
  return jobApi.needsToken ? ['-H "Authorization: Bearer $KINORA_TOKEN"'] : [];
}

function curlOf(operation: Operation): string {
  if (operation.curl !== undefined) return operation.curl;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const body = operation.request?.examples[0]?.value;
  const lines = [
    `curl ${operation.method === 'delete' ? '-X DELETE ' : ''}$KINORA_URL${path}`,
    ...credentials(operation),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${formatJson(body, '  ', '').replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}
