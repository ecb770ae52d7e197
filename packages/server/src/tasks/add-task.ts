import type { Queryable } from '../db/database.ts';
import type { TaskName, TaskPayloads } from './task.ts';

export interface TaskOptions {
  /** The earliest time to run; at once if absent. */
  readonly runAt?: Date;
  /** At most one task with a key is pending: adding another replaces it. */
  readonly jobKey?: string;
  /** Tasks of a queue run one after another. */
  readonly queueName?: string;
}

/**
 * Adds a task in the caller's transaction; it runs only if that commits. The wake-up is a NOTIFY, which
 * serialises commits, so hot paths add tasks only in rare cases.
 */
export async function addTask<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: TaskPayloads[Name],
  { runAt, jobKey, queueName }: TaskOptions = {},
): Promise<void> {
  await tx.query(
    'select graphile_worker.add_job($1, $2::json, run_at => $3, job_key => $4, queue_name => $5)',
    [name, JSON.stringify(payload), runAt ?? null, jobKey ?? null, queueName ?? null],
  );
}
