import type { Queryable } from '../db/database.ts';
import type { Interface } from '../queue/interface.ts';

/** A result that is not kept any longer. */
export interface DeletedResult {
  readonly accountId: string;
  readonly interface: Interface;
  /** Null for a job that had no result. */
  readonly bytes: number | null;
}

/**
 * Adds a kept copy to what an account keeps. It is of the job API, as all results that can be kept. Locks the row of
 * `account_activity`, which the order of the result has written.
 */
export async function addStoredBytes(tx: Queryable, accountId: string, bytes: number): Promise<void> {
  await tx.query(
    `update account_activity set stored_bytes = stored_bytes + $2 where account_id = $1 and interface = 'job_api'`,
    [accountId, bytes],
  );
}

/**
 * Subtracts deleted results from what their accounts keep. Locks the rows of `account_activity` in the order in which an
 * acceptance does; the rows of the jobs are locked already.
 */
export async function subtractStoredBytes(tx: Queryable, deleted: readonly DeletedResult[]): Promise<void> {
  const freed = deleted.filter(({ bytes }) => bytes !== null);
  if (freed.length === 0) return;
  const rows = `(select account_id, interface, sum(bytes)::bigint as bytes
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as t (account_id, interface, bytes) group by 1, 2) as freed`;
  const parameters = [
    freed.map(({ accountId }) => accountId),
    freed.map((result) => result.interface),
    freed.map(({ bytes }) => bytes),
  ];
  await tx.query(
    `select from account_activity join ${rows} using (account_id, interface)
     order by account_id, interface for update of account_activity`,
    parameters,
  );
  await tx.query(
    `update account_activity set stored_bytes = stored_bytes - freed.bytes from ${rows}
     where freed.account_id = account_activity.account_id and freed.interface = account_activity.interface`,
    parameters,
  );
}
