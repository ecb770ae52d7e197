import type { Queryable } from '../db/database.ts';
import type { Email } from '../emails/emails.ts';
import { addTask } from '../tasks/add-task.ts';

/**
 * Sends an email once the caller's transaction has committed. It may contain a secret link, so it is stored only in the
 * task, until the email is sent.
 */
export async function sendEmail(tx: Queryable, email: Email): Promise<void> {
  await addTask(tx, 'send_email', email);
}
