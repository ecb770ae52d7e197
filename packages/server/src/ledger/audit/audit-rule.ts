/** One invariant of the ledger, checked by SQL. */
export interface AuditRule {
  readonly rule: string;
  /** A query that counts the records the rule applies to, as `n`. */
  readonly count: string;
  /** A query for the violations, one text column `violation`; no rows when the rule is met. */
  readonly sql: string;
}
