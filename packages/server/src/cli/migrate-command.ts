import { parseArgs } from 'node:util';
import type { Command } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { readConfig } from '../config.ts';
import { loadSecrets } from '../secrets/secrets-file.ts';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora migrate [--create]

Migrates the database to the schema of this version. "kinora serve" does so at every start; use this command
to migrate in advance, with another database role, or without starting the service. It can be repeated, and run
while another migration runs.

  --create   creates what is missing of the installation: the data directory, its secrets, and the tables of an empty
             database. Without it, a database without tables of Kinora is refused, because it may be the wrong one.
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { create: { type: 'boolean', default: false } } });
  if (values.create) await loadSecrets(readConfig().dataDir);
  return withDatabase(
    async (_database, applied) => {
      writeText(applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
      return 0;
    },
    values.create ? 'installation' : 'migrations',
  );
}

export const migrateCommand: Command = { help, run };
