// Writes the generated files from the sources; a test compares them with what is committed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@kinora/server/db/database';
import { startEmbeddedPostgres } from '@kinora/server/db/embedded-postgres';
import { migrate } from '@kinora/server/db/migrate';
import { generateFiles } from './generated-files.ts';

const root = path.dirname(import.meta.dirname);
const folder = await mkdtemp(path.join(tmpdir(), 'kinora-generate-'));
try {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), 'only-for-this-run');
  const database = openDatabase({ connectionString: postgres.connectionString, onError: () => {} });
  try {
    await migrate(database);
    for (const { path: name, text } of await generateFiles(database)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
      process.stdout.write(`Wrote ${name}\n`);
    }
  } finally {
    await database.close();
    await postgres.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
