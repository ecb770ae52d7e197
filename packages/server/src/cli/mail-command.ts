import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Command, UsageError } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { readDefaultCatalogue } from '../catalogue/default-catalogue.ts';
import { readConfig } from '../config.ts';
import { emailNames } from '../emails/emails.ts';
import { previewEmail } from '../emails/preview-email.ts';
import { wrapList } from './wrap-list.ts';

const help = `Usage: kinora mail preview [NAME] [--html FILE]

Lists the emails that the service sends, or prints the text of one with sample data. Nothing is sent.

  --html FILE   Write its HTML to FILE instead, to open it in a browser.

Emails: ${wrapList(emailNames, 8)}.
`;

const SAMPLE_URL = 'https://media.example.com';

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { html: { type: 'string' } },
    allowPositionals: true,
    strict: true,
  });
  const [action, name, ...more] = positionals;
  if (action !== 'preview' || more.length > 0)
    throw new UsageError('use: kinora mail preview [NAME] [--html FILE]');
  // A preview needs no database, and so has the names of a new installation.
  const sender = { ...readDefaultCatalogue().document.service, site: readConfig().publicUrl ?? SAMPLE_URL };
  if (name === undefined) {
    if (values.html !== undefined) throw new UsageError('--html needs the NAME of an email');
    const width = Math.max(...emailNames.map(({ length }) => length));
    for (const each of emailNames) {
      writeText(`${each.padEnd(width)}  ${previewEmail(each, sender)?.subject}\n`);
    }
    return 0;
  }
  const email = previewEmail(name, sender);
  if (email === undefined)
    throw new UsageError(`there is no email "${name}"; one of ${emailNames.join(', ')}`);
  if (values.html === undefined) writeText(`Subject: ${email.subject}\n\n${email.text}`);
  else await writeFile(values.html, email.html);
  return 0;
}

export const mail: Command = { help, run };
