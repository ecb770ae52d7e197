/** Part of the history, by the ids of jobs and of ledger transactions, both of which are ordered by time. */
export interface AuditSpan {
  /** The condition that the id of a job is in the span. */
  jobs(column: string): string;
  /** The condition that the id of a ledger transaction is in the span. */
  transactions(column: string): string;
}

/** The ends of a span: later than `after`, up to `through`, or without an end. */
export interface AuditMark {
  readonly job: string;
  readonly transaction: number;
}

export function spanOf(after: AuditMark, through?: AuditMark): AuditSpan {
  const between = (column: string, from: string, to: string | undefined) =>
    `${column} > ${from}${to === undefined ? '' : ` and ${column} <= ${to}`}`;
  const uuid = (mark: AuditMark) => `'${mark.job}'::uuid`;
  // The values are in the text, so that PostgreSQL estimates how much of the history the span is.
  return {
    jobs: (column) => between(column, uuid(after), through && uuid(through)),
    transactions: (column) =>
      between(column, String(after.transaction), through && String(through.transaction)),
  };
}

/** An invariant of each job and what belongs to it, checked by SQL; what has ended is checked once. */
export interface JobRule {
  readonly rule: string;
  /** A query that counts the records of the span the rule applies to, as `n`. */
  count(span: AuditSpan): string;
  /** A query for the violations, one text column `violation`; no rows when the rule is met. */
  sql(span: AuditSpan): string;
}

/** The sums of the whole history, as subqueries: see sums.ts for their columns. */
export interface Sums {
  readonly charged: string;
  readonly posted: string;
}

/** An invariant of counters, balances and payments, each of which is compared with sums of the whole history. */
export interface AuditRule {
  readonly rule: string;
  readonly count: string;
  readonly sql: string | ((sums: Sums) => string);
}
