/** One invariant of the money, as an auditor would check it. */
export interface Rule {
  readonly rule: string;
  /** Counts what is checked. */
  readonly count: string;
  /** Rows with one text column `violation`; none when the rule holds. */
  readonly sql: string;
}
