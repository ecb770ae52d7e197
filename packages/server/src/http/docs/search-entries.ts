import type { OpenApiDocument } from '../openapi/document.ts';
import { errorRows } from '../openapi/error-reference.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { OPERATING } from './contents.ts';
import type { DocsPage } from './read-pages.ts';

/** What the search of the documentation finds: the parts of the pages, the operations, and the codes of errors. */
export interface SearchEntry {
  readonly href: string;
  /** The page, or what kind of thing it is in the reference. */
  readonly page: string;
  /** Empty for what precedes the first heading of a page. */
  readonly heading: string;
  readonly text: string;
  /** Names of fields, which are found and not shown. */
  readonly names: string;
  readonly weight: number;
}

/** What operators read counts less: most readers are customers. */
const WEIGHTS = { page: 1, operating: 0.6, operation: 0.4, code: 0.7 };

export function searchEntries(pages: readonly DocsPage[], document: OpenApiDocument): SearchEntry[] {
  return [...pages.flatMap(partsOf), ...operationsOf(document), ...codesOf()];
}

function partsOf({ slug, title, section, parts }: DocsPage): SearchEntry[] {
  const weight = section === OPERATING ? WEIGHTS.operating : WEIGHTS.page;
  return parts.map(({ anchor, heading, text }) => ({
    href: `/docs/${slug}${anchor === '' ? '' : `#${anchor}`}`,
    page: title,
    heading,
    text,
    names: '',
    weight,
  }));
}

function operationsOf({ paths, components }: OpenApiDocument): SearchEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      href: `/api/docs#${operation.operationId}`,
      page: `API reference: ${method.toUpperCase()} ${path}`,
      heading: operation.summary,
      text: operation.description.replaceAll('`', ''),
      names: [...namesIn(operation, components.schemas)].join(' '),
      weight: WEIGHTS.operation,
    })),
  );
}

/** The names of all fields and parameters of an operation. */
function namesIn(
  value: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref, name, properties } = value as { $ref?: unknown; name?: unknown; properties?: object };
  if (typeof name === 'string') found.add(name);
  for (const key of Object.keys(properties ?? {})) found.add(key);
  if (typeof $ref === 'string' && !found.has($ref)) {
    found.add($ref);
    namesIn(schemas[$ref.split('/').at(-1) ?? ''], schemas, found);
    found.delete($ref);
  }
  for (const inner of Object.values(value)) namesIn(inner, schemas, found);
  return found;
}

function codesOf(): SearchEntry[] {
  return errorRows.map(({ code, status, meaning, fields, optionalFields }) => ({
    href: `/api/docs#error-${code}`,
    page: `API reference: error ${status}`,
    heading: code,
    text: meaning.replaceAll('`', ''),
    names: [...fields, ...optionalFields].join(' '),
    weight: WEIGHTS.code,
  }));
}
