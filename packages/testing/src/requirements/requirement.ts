/** One testable statement of a specification, in our own words. */
export type Requirement<Id extends string = string> = {
  /** `V1-…` is the v1 interface, `JOB-…` the job API, `DEC-…` the decisions. */
  readonly id: Id;
  readonly text: string;
  readonly area: string;
};

/**
 * Requirements, each of which a test must cite. Within a group the compiler rejects a repeated id; the coverage test
 * rejects one across groups.
 */
export function now<Id extends string>(
  area: string,
  claims: Readonly<Record<Id, string>>,
): readonly Requirement<Id>[] {
  // The literal passed in has exactly these keys.
  const entries = Object.entries(claims) as [Id, string][];
  return entries.map(([id, text]) => Object.freeze({ id, text, area }));
}
