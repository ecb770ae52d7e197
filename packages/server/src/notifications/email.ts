import type { Queryable } from '../db/database.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskPayloads } from '../tasks/task.ts';

/** A plain-text email to one address. */
export type Email = TaskPayloads['send_mail'];

/**
 * Sends an email once the caller's transaction has committed. Its text may contain a secret link, so it is
 * stored only in the task, until the email is sent.
 */
export async function sendEmail(tx: Queryable, email: Email): Promise<void> {
  await addTask(tx, 'send_mail', email);
}
