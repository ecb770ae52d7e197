import { catalogueJsonSchema, editDistance } from '@kinora/contract';

/** As far as a slip of a finger. */
const NEAR = 2;

/** A field that a catalogue does not have, and the one that was probably meant. */
export function describeUnknownField(field: string): string {
  const [nearest] = [...fieldNames(catalogueJsonSchema())]
    .map((name) => ({ name, edits: editDistance(field, name) }))
    .filter(({ edits }) => edits <= NEAR)
    .sort((a, b) => a.edits - b.edits);
  return nearest === undefined || nearest.edits === 0
    ? 'there is no such field here; delete it'
    : `there is no such field; is it ${nearest.name}? Otherwise delete it`;
}

function fieldNames(schema: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      visit(value);
    }
  };
  visit(schema);
  return names;
}
