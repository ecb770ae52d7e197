import type { Queryable } from '../db/database.ts';

/**
 * A process that is killed leaves its tasks locked, and the library sets them free after four hours only.
 * So each process leaves a sign of life, and whoever is alive frees the tasks of one that is silent. The
 * database's clock alone decides.
 */

const SILENT = `interval '1 minute'`;

export async function showLife(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(
    `insert into task_runners (id, seen_at) select id, now() from unnest($1::text[]) as id
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [ids],
  );
}

/** Frees tasks locked for a while by a process that shows no life; they run again. */
export async function releaseLostTasks(db: Queryable): Promise<void> {
  await db.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where locked_at < now() - ${SILENT} and not exists (
       select from task_runners where id = locked_by and seen_at > now() - ${SILENT}
     ) having count(*) > 0`,
  );
  await db.query(`delete from task_runners where seen_at < now() - interval '1 day'`);
}
