import type { Queryable } from '../db/database.ts';
import { addTask } from '../tasks/add-task.ts';
import type { TaskPayloads } from '../tasks/task.ts';

/** A plain-text mail to one person. */
export type Mail = TaskPayloads['send_mail'];

/**
 * Sends a mail once the caller's transaction has committed, and not at all if it has not. A link in it may be
 * a secret, so it stands in the task until the mail is out, and nowhere else.
 */
export async function sendMail(tx: Queryable, mail: Mail): Promise<void> {
  await addTask(tx, 'send_mail', mail);
}
