import { ok, type Problem, type RemoteOrder, type Result, refused } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import { HAS_LEASE, type LeaseKey, leaseLost } from './leases.ts';

/** So often a job is sent to renderers that may bill it and did not say what came of it. */
const SENT_MAX = 2;

/** An order at a renderer as the operator sees it. */
export interface ListedRemoteOrder {
  readonly number: number;
  readonly account: string;
  readonly remoteId: string | null;
  readonly attempt: number;
  readonly sent: number;
  readonly orderedAt: Date;
  readonly endedAt: Date | null;
}

/** What an attempt is to do at a renderer; `isRepeated` if what it orders may be billed there already. */
export interface OpenedOrder extends RemoteOrder {
  readonly isRepeated: boolean;
}

/**
 * Records that an attempt is about to order from a renderer that bills. With an id it goes on with that order; without one it
 * orders with the key, which is that of the order before if nobody knows what came of it. Null when the job was sent as often as it
 * may be. Problem: `lease_lost`. One transaction that locks the job's row first.
 */
export async function openRemoteOrder(
  database: Database,
  { jobId, attempt }: LeaseKey,
  account: string,
): Promise<Result<OpenedOrder | null, Problem>> {
  return database.transaction(async (tx) => {
    const leased = await tx.query(`select from open_jobs where ${HAS_LEASE} for no key update`, [
      jobId,
      attempt,
    ]);
    if (leased.length === 0) return refused(leaseLost);
    const orders = await listRemoteOrders(tx, jobId);
    const unsettled = orders.filter(({ endedAt }) => endedAt === null);
    const known = unsettled.find((order) => order.account === account);
    const keyOf = (number: number) => `${jobId}-${number}`;
    if (known !== undefined && known.remoteId !== null) {
      await tx.query('update remote_orders set attempt = $3 where job_id = $1 and number = $2', [
        jobId,
        known.number,
        attempt,
      ]);
      const { number, remoteId: id } = known;
      return ok({ key: keyOf(number), id, number, isRepeated: false });
    }
    const sent = unsettled.reduce((total, order) => total + order.sent, 0);
    if (sent >= SENT_MAX) return ok(null);
    const number = known?.number ?? orders.length + 1;
    await tx.query(
      `insert into remote_orders (job_id, number, account, attempt, ordered_at) values ($1, $2, $3, $4, now())
       on conflict (job_id, number) do update set attempt = $4, sent = remote_orders.sent + 1, ordered_at = now()`,
      [jobId, number, account, attempt],
    );
    return ok({ key: keyOf(number), id: null, number, isRepeated: sent > 0 });
  });
}

/** Keeps what the renderer calls an order. Also after the lease was lost: the next attempt may go on with it. */
export async function keepRemoteOrder(
  database: Queryable,
  { jobId, attempt }: LeaseKey,
  { account, id }: { readonly account: string; readonly id: string },
): Promise<void> {
  await database.query(
    `update remote_orders set remote_id = $4
     where job_id = $1 and attempt = $2 and account = $3 and ended_at is null`,
    [jobId, attempt, account, id],
  );
}

/** The renderer that an attempt ordered from delivers nothing for it any more: the next one there orders anew. */
export async function endRemoteOrders(tx: Queryable, { jobId, attempt }: LeaseKey): Promise<void> {
  await tx.query(
    'update remote_orders set ended_at = now() where job_id = $1 and attempt = $2 and ended_at is null',
    [jobId, attempt],
  );
}

/** What an attempt ordered was certainly not taken, and what earlier ones ordered may still come: it was sent once less. */
export async function withdrawRemoteOrders(tx: Queryable, { jobId, attempt }: LeaseKey): Promise<void> {
  await tx.query(
    `update remote_orders set sent = greatest(1, sent - (remote_id is null)::int),
       ended_at = case when sent = 1 or remote_id is not null then now() end
     where job_id = $1 and attempt = $2 and ended_at is null`,
    [jobId, attempt],
  );
}

/** What was ordered for a job, in order. */
export function listRemoteOrders(db: Queryable, jobId: string): Promise<ListedRemoteOrder[]> {
  return db.query<ListedRemoteOrder>(
    `select number, account, remote_id as "remoteId", attempt, sent, ordered_at as "orderedAt", ended_at as "endedAt"
     from remote_orders where job_id = $1 order by number`,
    [jobId],
  );
}
