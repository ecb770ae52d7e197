import type { Queryable } from '../../db/database.ts';

export interface Finding {
  readonly rule: string;
  /** How many records the rule was checked on. */
  readonly checked: number;
  /** One line for each violation; at most 20. */
  readonly violations: readonly string[];
}

/** Violations of a rule that are named. */
export const SHOWN = 20;

export async function checkRule(tx: Queryable, rule: string, count: string, sql: string): Promise<Finding> {
  const [counted] = await tx.query<{ n: number }>(count);
  const rows = await tx.query<{ violation: string }>(`${sql} limit ${SHOWN}`);
  return { rule, checked: counted?.n ?? 0, violations: rows.map(({ violation }) => violation) };
}
