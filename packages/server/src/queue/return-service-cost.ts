import type { Pool } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import type { CallingAccount } from './interface.ts';

/**
 * Subtracts the service cost of a job that was deleted before any worker claimed it from its account's virtual finish.
 * The account's other jobs keep their sort keys, so its next job may share the last of them; together they get no more
 * service than the account's share.
 */
export async function returnServiceCost(
  tx: Queryable,
  { accountId, interface: ordered }: CallingAccount,
  pool: Pool,
  cost: number,
): Promise<void> {
  const column = pool === 'image' ? 'image_virtual_finish' : 'video_virtual_finish';
  await tx.query(
    `update account_activity set ${column} = ${column} - $2 where account_id = $1 and interface = $3`,
    [accountId, cost, ordered],
  );
}
