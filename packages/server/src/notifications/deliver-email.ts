import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Email, writeLetter } from '../emails/emails.ts';
import type { Sender } from '../emails/letter.ts';
import { renderLetter } from '../emails/render-letter.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';

export type DeliverEmail = (email: Email) => Promise<void>;

export interface EmailSettings {
  /** Undefined: emails are written to files. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly dataDir: string;
}

/** Asks programs that reply to emails automatically not to. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * Sends emails to the SMTP server, or writes them to `mail/` in the data directory. Logs one line for each.
 */
export function createDeliverEmail(
  { smtpUrl, mailFrom: from, dataDir }: EmailSettings,
  clock: Clock,
  logger: FastifyBaseLogger,
  senderNow: () => Sender,
): DeliverEmail {
  const messageOf = (email: Email) => {
    const sender = senderNow();
    const rendered = renderLetter(writeLetter(email, sender), sender);
    return { to: email.to, ...rendered, from, headers: HEADERS };
  };
  // Loaded with the first email, to keep the start fast.
  const mailer = once(async () => import('nodemailer'));
  if (smtpUrl !== undefined) {
    const smtp = once(async () => (await mailer()).createTransport(smtpUrl));
    return async (email) => {
      const message = messageOf(email);
      await (await smtp()).sendMail(message);
      logger.info({ subject: message.subject }, 'email sent');
    };
  }
  const asFile = { streamTransport: true, buffer: true, newline: 'windows' } as const;
  const folder = path.join(dataDir, 'mail');
  return async (email) => {
    const letter = messageOf(email);
    const files = (await mailer()).createTransport(asFile);
    const { message } = await files.sendMail({ ...letter, date: clock.now() });
    const name = `${clock.now().toISOString().replaceAll(':', '')}-${newId()}.eml`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Written under a temporary name and renamed, so that a reader of the folder never sees a partial email.
    const draft = path.join(folder, `.${name}`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, path.join(folder, name));
    // The text may contain a sign-in link, so it is not logged.
    logger.info(
      { subject: letter.subject, file: path.join(folder, name) },
      'email written to a file, as SMTP_URL is not set',
    );
  };
}

function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
