import { assert } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';

/** The email address of an account. */
export async function readAddress(db: Queryable, accountId: string): Promise<string> {
  const [row] = await db.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  assert(row !== undefined, 'an account has an address');
  return row.email;
}
