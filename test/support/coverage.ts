import type { Requirement } from '@kinora/testing/requirements/requirement';
import type { Citation } from './citations.ts';

type Counts = { readonly verified: number; readonly missing: number };

export type Coverage = {
  readonly total: Counts;
  readonly documents: readonly (Counts & { readonly name: string })[];
  /** Why the gate fails, each a sentence with the remedy. */
  readonly faults: readonly string[];
};

const DOCUMENTS = [
  { prefix: 'V1-', name: 'the v1 interface' },
  { prefix: 'JOB-', name: 'the job interface' },
  { prefix: 'DEC-', name: 'the decisions' },
];
const ID = /^(?:V1|JOB|DEC)-[A-Z]+-\d\d$/;

/** Compares the requirements that tests cite with those of the documents. */
export function countCoverage(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
): Coverage {
  const cited = new Set(citations.map(({ id }) => id));
  const count = (some: readonly Requirement[]): Counts => ({
    verified: some.filter(({ id }) => cited.has(id)).length,
    missing: some.filter(({ id }) => !cited.has(id)).length,
  });
  return {
    total: count(requirements),
    documents: DOCUMENTS.map(({ prefix, name }) => ({
      name,
      ...count(requirements.filter(({ id }) => id.startsWith(prefix))),
    })),
    faults: [...faultsOfData(requirements), ...faultsOfCitations(requirements, citations, cited)],
  };
}

function faultsOfData(requirements: readonly Requirement[]): readonly string[] {
  const repeated = [...Map.groupBy(requirements, ({ id }) => id)].filter(([, some]) => some.length > 1);
  const malformed = requirements.filter(({ id }) => !ID.test(id));
  return [
    ...repeated.map(([id, some]) => `${id} is defined ${some.length} times`),
    ...malformed.map(({ id }) => `${id} is not an id of the form V1-PRICE-03`),
  ];
}

function faultsOfCitations(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
  cited: ReadonlySet<string | undefined>,
): readonly string[] {
  const ids = new Set(requirements.map(({ id }) => id));
  const wrong = citations.flatMap(({ id, file, line }) => {
    if (id === undefined) return [`${file}:${line} calls verifies() with something else than ids in quotes`];
    return ids.has(id) ? [] : [`${file}:${line} cites ${id}, which no document has`];
  });
  const missing = requirements
    .filter(({ id }) => !cited.has(id))
    .map(({ id, text }) => `no test verifies ${id}: ${text}`);
  return [...wrong, ...missing];
}

/** One summary line and a small table, for the output of the gate. */
export function describeCoverage({ total, documents, faults }: Coverage): string {
  const row = (...cells: readonly (string | number)[]): string =>
    cells.map((cell, column) => (column === 0 ? `${cell}`.padEnd(20) : `${cell}`.padStart(10))).join('');
  return [
    `Requirements: ${total.verified} verified, ${total.missing} missing; ${faults.length} faults.`,
    row('', 'verified', 'missing'),
    ...documents.map(({ name, verified, missing }) => row(name, verified, missing)),
  ].join('\n');
}
