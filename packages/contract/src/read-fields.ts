import type { z } from 'zod';
import { editDistance } from './edit-distance.ts';
import { invalidRequest, type Problem, type RequestIssue } from './problem.ts';
import { ok, type Result, refused } from './result.ts';

/** A request may have millions of unknown fields; the response lists the first ones. */
const MAX_UNKNOWN_SHOWN = 20;

/**
 * Reads a value by its schema, without coercion. Each issue names the field and the remedy. An unknown field is an issue
 * that suggests the nearest known field, because a misspelt `heigth` must not cost money. Problem: `invalid_request`.
 */
export function readFields<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
): Result<z.output<Schema>, Problem> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const known = Object.keys(schema.shape);
  const issues = onePerField(parsed.error.issues).flatMap((issue) => describe(issue, known));
  return refused(invalidRequest(issues));
}

/** The first issue of each field, but the last of two bounds: Zod's bound for integers comes before the schema's. */
function onePerField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const byField = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    const earlier = byField.get(field);
    if (earlier === undefined || earlier.code === issue.code) byField.set(field, issue);
  }
  return [...byField.values()];
}

function describe(issue: z.core.$ZodIssue, known: readonly string[]): RequestIssue[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: issue.path.join('.'), message: sayIssue(issue) }];
  }
  return issue.keys.slice(0, MAX_UNKNOWN_SHOWN).map((key) => ({
    path: [...issue.path, key].join('.'),
    message: issue.path.length === 0 ? unknownField(key, known) : 'is not a field here',
  }));
}

/** What a field must be. The issue is of a parse that reports inputs. */
export function sayIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'too_small':
      return bound(path, issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(path, issue, 'at most', issue.maximum);
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    default:
      return issue.message;
  }
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
}

/** What the bound of a field that is not a number counts. */
const COUNTED: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

/** A field of cents is read by people too: its bound is said in dollars first. */
const CENTS = /(?:^|[._])cents$/;

function bound(
  path: string,
  { message, origin }: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  which: 'at least' | 'more than' | 'at most',
  limit: number | bigint,
): string {
  // A message of the schema is more helpful than a generated one.
  if (message.startsWith('must')) return message;
  if (CENTS.test(path)) return `must be ${which} ${(Number(limit) / 100).toFixed(2)} USD (${limit} cents)`;
  const counted = COUNTED[origin];
  return counted === undefined
    ? `must be ${which} ${limit}`
    : `must have ${which} ${limit} ${counted}${limit === 1 ? '' : 's'}`;
}

/** The types that Zod names in another way than JSON does. */
const EXPECTED: Readonly<Record<string, string>> = { int: 'whole number', record: 'object' };

function wrongType(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.input === undefined) return 'is required';
  const expected = EXPECTED[issue.expected] ?? issue.expected;
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a';
  const input =
    issue.input === null ? 'null' : Array.isArray(issue.input) ? 'an array' : describeInput(issue.input);
  return `must be ${article} ${expected}, not ${input}`;
}

function describeInput(input: unknown): string {
  // A number with that many digits may be a card number.
  const mayBeCard = Number.isInteger(input) && Math.abs(Number(input)) >= 1e11;
  if (typeof input === 'number' && !mayBeCard) return String(input);
  return typeof input === 'object' ? 'an object' : `a ${typeof input}`;
}

function unknownField(key: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a field of this request, which has none';
  const nearest = known
    .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const isNear =
    nearest !== undefined && nearest.distance <= Math.max(2, Math.floor(nearest.name.length / 3));
  return isNear
    ? `is not a field of this request; did you mean ${nearest.name}?`
    : `is not a field of this request; the fields are ${known.join(', ')}`;
}
