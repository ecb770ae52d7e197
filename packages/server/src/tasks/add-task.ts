import type { Queryable } from '../db/database.ts';
import type { TaskName, TaskPayloads } from './task.ts';

export interface TaskOptions {
  /** Not before this; at once if left out. */
  readonly runAt?: Date;
  /** Of tasks with one key at most one waits: adding again replaces it. */
  readonly jobKey?: string;
}

/**
 * Adds a task in the caller's transaction: it runs if that commits, and never if it does not. The wake-up is
 * a NOTIFY inside the transaction, which makes commits wait in line, so a hot path adds a task only in its
 * rare case.
 */
export async function addTask<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: TaskPayloads[Name],
  { runAt, jobKey }: TaskOptions = {},
): Promise<void> {
  await tx.query('select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4)', [
    name,
    JSON.stringify(payload),
    runAt ?? null,
    jobKey ?? null,
  ]);
}
