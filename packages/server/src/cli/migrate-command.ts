import { type Command, refuseArguments } from '@kinora/program/command';
import { withDatabase } from './with-database.ts';

const help = `Usage: kinora migrate

Migrates the database to the schema of this version. "kinora serve" does so at every start; use this command
to migrate in advance, with another database role, or without starting the service. It can be repeated, and run
while another migration runs.
`;

async function run(argv: readonly string[]): Promise<number> {
  refuseArguments(argv);
  return withDatabase(async (_database, applied) => {
    process.stdout.write(
      applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
    );
    return 0;
  });
}

export const migrateCommand: Command = { help, run };
