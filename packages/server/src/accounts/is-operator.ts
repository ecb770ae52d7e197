import type { Queryable } from '../db/database.ts';

/** Whether the account belongs to an operator of the service. */
export async function isOperator(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.query('select from accounts where id = $1 and operator', [accountId]);
  return rows.length === 1;
}
