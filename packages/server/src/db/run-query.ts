import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

export type Query = <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Only statements with values are prepared: a text without them may have several statements, as a migration
 * has.
 */
export async function runQuery<Row>(
  on: pg.Pool | pg.PoolClient,
  names: StatementNames,
  sql: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  if (values === undefined) return (await on.query(sql)).rows as Row[];
  const name = names.nameOf(sql);
  const statement = { text: sql, values: values as unknown[], ...(name !== undefined && { name }) };
  return (await on.query(statement)).rows as Row[];
}
