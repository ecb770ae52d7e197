import type { Queryable } from '../db/database.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskPayloads } from '../tasks/task.ts';

/** A plain-text mail to one address. */
export type Mail = TaskPayloads['send_mail'];

/**
 * Sends a mail once the caller's transaction has committed. Its text may contain a secret link, so it is
 * stored only in the task, until the mail is sent.
 */
export async function sendMail(tx: Queryable, mail: Mail): Promise<void> {
  await addTask(tx, 'send_mail', mail);
}
