import type { Queryable } from '../db/database.ts';

/**
 * The tasks of a killed process stay locked, and the library unlocks them only after four hours. So each
 * process sends a heartbeat, and the others unlock the tasks of a process whose heartbeat has stopped.
 * All times are from the database's clock.
 */

const TIMEOUT = `interval '1 minute'`;

/** Records a heartbeat for each of this process's worker pools. */

export async function recordHeartbeat(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(
    `insert into task_runners (id, seen_at) select id, now() from unnest($1::text[]) as id
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [ids],
  );
}

/** Unlocks the tasks of processes without a recent heartbeat, so that they run again. */
export async function unlockLostTasks(db: Queryable): Promise<void> {
  await db.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where locked_at < now() - ${TIMEOUT} and not exists (
       select from task_runners where id = locked_by and seen_at > now() - ${TIMEOUT}
     ) having count(*) > 0`,
  );
  await db.query(`delete from task_runners where seen_at < now() - interval '1 day'`);
}
