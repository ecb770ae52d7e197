import { type ProblemCode, type ProblemDefinition, problems } from './problems.ts';

/** One invalid field of a request, and what to do about it. */
export interface RequestIssue {
  /** Dotted path of the field; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** An expected refusal: a value, never thrown by domain code. */
export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for the caller, with the remedy. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

export function problem(
  code: ProblemCode,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
): Problem {
  return fields === undefined ? { code, message } : { code, message, fields };
}

/** A field name may be as long as the body; a response repeats only this many characters of it. */
const PATH_SHOWN = 100;

/** Without halves of surrogate pairs, which a key or the cut may have: many clients could not parse the response. */
function shownPath(path: string): string {
  return path.slice(0, PATH_SHOWN).toWellFormed();
}

/** A 400 for fields of the request. */
export function invalidRequest(found: readonly RequestIssue[]): Problem {
  const issues = found.map(({ path, message }) => ({ path: shownPath(path), message }));
  const first = issues[0];
  const where = first?.path ? `${first.path}: ` : '';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return problem('invalid_request', `${where}${first?.message ?? 'the request is not valid'}${more}`, {
    issues,
  });
}

/** A 400 for one field of the request; an empty path is the request itself. */
export function invalidField(path: string, message: string): Problem {
  return invalidRequest([{ path, message }]);
}

export function statusOf(code: ProblemCode): number {
  return problems[code].status;
}

/** Seconds for `Retry-After`, or undefined where none is sent. */
export function retryAfterOf(refusal: Problem): number | undefined {
  const definition: ProblemDefinition = problems[refusal.code];
  return refusal.retryAfterSeconds ?? definition.retryAfterSeconds;
}
