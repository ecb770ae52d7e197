/** The part of the product that delivers a planned requirement. */
export type PlannedArea = 'money' | 'pipeline' | 'job-api' | 'console';

/** One testable statement of a specification, in our own words. */
export type Requirement<Id extends string = string> = {
  /** `V1-…` is the v1 interface, `JOB-…` the job API, `DEC-…` the decisions. */
  readonly id: Id;
  readonly text: string;
  readonly area: string;
  readonly status: 'now' | 'planned';
  /** Set exactly when the status is `planned`. */
  readonly plannedFor?: PlannedArea;
};

/**
 * Requirements that the code meets today: a test must cite each. Within a group the compiler rejects a repeated id;
 * the coverage test rejects one across groups.
 */
export function now<Id extends string>(
  area: string,
  claims: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  return entries(claims).map(([id, text]) => Object.freeze({ id, text, area, status: 'now' as const }));
}

/** Requirements that the code does not meet yet. Move one to a `now` group with the first test that cites it. */
export function planned<Id extends string>(
  plannedFor: PlannedArea,
  area: string,
  claims: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  return entries(claims).map(([id, text]) =>
    Object.freeze({ id, text, area, status: 'planned' as const, plannedFor }),
  );
}

/** `Object.entries` with the key type; the literal passed in has exactly these keys. */
function entries<Id extends string>(claims: Readonly<Record<Id, string>>): [Id, string][] {
  return Object.entries(claims) as [Id, string][];
}
