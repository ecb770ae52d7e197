import type { CatalogueDocument } from '@kinora/contract';

/** A field that differs. Undefined where it, or the entry that it is in, is missing. */
export interface CatalogueChange {
  /** Such as `models.fast.price[0].cents_per_second`: models and plans by their ids. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export function diffCatalogues(
  before: CatalogueDocument,
  after: CatalogueDocument,
): readonly CatalogueChange[] {
  return [...changes('', before, after)];
}

function* changes(path: string, before: unknown, after: unknown): Generator<CatalogueChange> {
  const [left, right] = [fieldsOf(before), fieldsOf(after)];
  if (left === undefined || right === undefined) {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield { path, before, after };
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const inside = name.startsWith('[') || path === '' ? `${path}${name}` : `${path}.${name}`;
    yield* changes(inside, left.get(name), right.get(name));
  }
}

/** The fields of an object, and the entries of a list of objects by their ids or places; undefined for a plain value. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  if (value.every((entry) => typeof entry !== 'object')) return undefined;
  return new Map(value.map((entry, at) => [typeof entry?.id === 'string' ? entry.id : `[${at}]`, entry]));
}
