/** The part of the product that delivers a planned requirement. */
export type PlannedArea = 'money' | 'pipeline' | 'job-api' | 'console' | 'mcp';

/** One testable claim of a document, in our own words. */
export type Requirement<Id extends string = string> = {
  /** `V1-…` is the v1 interface, `JOB-…` the job interface, `DEC-…` the decisions. */
  readonly id: Id;
  readonly text: string;
  readonly area: string;
  readonly status: 'now' | 'planned';
  /** Set exactly when the status is `planned`. */
  readonly plannedFor?: PlannedArea;
};

/**
 * Claims that the code keeps today: each must be cited by a test. An object literal refuses a repeated id
 * at compile time; the coverage gate refuses one repeated across groups.
 */
export function now<Id extends string>(
  area: string,
  claims: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  return entries(claims).map(([id, text]) => Object.freeze({ id, text, area, status: 'now' as const }));
}

/** Claims that the code does not keep yet. The test that first cites one moves it to a `now` group. */
export function planned<Id extends string>(
  plannedFor: PlannedArea,
  area: string,
  claims: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  return entries(claims).map(([id, text]) =>
    Object.freeze({ id, text, area, status: 'planned' as const, plannedFor }),
  );
}

/** `Object.entries` forgets the key type; the literal passed in has exactly these keys. */
function entries<Id extends string>(claims: Readonly<Record<Id, string>>): [Id, string][] {
  return Object.entries(claims) as [Id, string][];
}
