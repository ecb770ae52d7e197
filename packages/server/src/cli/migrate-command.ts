import type { Command } from '@kinora/program/command';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora migrate

Brings the database to this version's schema. "kinora serve" does it at every start; this command is for
those who want it to happen before, with other rights, or without starting anything. Safe to run twice,
and while another one runs.
`;

async function run(): Promise<number> {
  return withDatabase(async (_database, applied) => {
    process.stdout.write(
      applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
    );
    return 0;
  });
}

export const migrateCommand: Command = { help, run };
