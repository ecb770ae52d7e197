import { catalogueJsonSchema, editDistance } from '@kinora/contract';
import type { z } from 'zod';

/** What each type of value is to somebody who writes YAML. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};

/** What is wrong with one field of a catalogue, as its remedy. Undefined for what the schema says itself. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing; add it';
      const money = String(issue.path?.at(-1)).includes('cents') || issue.path?.includes('prices') === true;
      const type = money && issue.expected === 'int' ? 'a whole number of cents' : TYPES[issue.expected];
      return `must be ${type ?? issue.expected}${shown(issue.input)}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}${shown(issue.input)}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}${shown(issue.input)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}${shown(issue.input)}`;
    default:
      return undefined;
  }
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`;
  return origin === 'array' ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`;
}

function shown(input: unknown): string {
  const isShort = ['string', 'number', 'boolean'].includes(typeof input) && String(input).length <= 40;
  return isShort ? `, not ${input}` : '';
}

/** As far as a slip of a finger. */
const NEAR = 2;

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
