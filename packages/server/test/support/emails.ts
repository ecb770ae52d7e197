import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sender } from '../../src/emails/letter.ts';
import { catalogue } from './default-catalogue.ts';

/** Who writes the emails of a new installation at this address. */
export const senderAt = (site: string): Sender => ({ ...catalogue.document.service, site });

interface WrittenEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The emails that a service without SMTP has written to its data directory, oldest first. */
export async function emailsIn(dataDir: string): Promise<WrittenEmail[]> {
  const folder = path.join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const whole = names.filter((name) => !name.startsWith('.')).sort();
  return Promise.all(
    whole.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const header = (field: string) => new RegExp(`^${field}: (.*)\\r?$`, 'm').exec(text)?.[1]?.trim() ?? '';
      return { to: header('To'), subject: header('Subject'), text };
    }),
  );
}
