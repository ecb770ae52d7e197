import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { loadSecrets, type Secrets } from '../secrets/secrets-file.ts';
import { namingDataDirectory } from '../storage/data-directory.ts';

/**
 * The settings of a command name no installation. A command that created one would succeed on an empty database, with
 * secrets that the service does not have, when it only lacks the settings of the service.
 */
export class NoInstallation extends Error {}

/** The error of a command, with what it read and the remedy. `missing` is a clause such as `/data has no secrets.json`. */
export function noInstallation({ dataDir, databaseUrl }: Config, missing: string): NoInstallation {
  const byDefault = dataDir === path.resolve('.kinora') ? ', the default' : '';
  return new NoInstallation(
    `there is no installation: ${missing} (KINORA_DATA_DIR: ${dataDir}${byDefault}; DATABASE_URL: ${nameDatabase(databaseUrl)}). ` +
      'Run the command with the settings of the service and as its user (docs/guides/install.md). ' +
      'A new installation is created by the first start of the service, or by "kinora migrate --create"',
  );
}

/** Its host and name: the rest of the address may contain a password. */
function nameDatabase(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'not set';
  if (!URL.canParse(databaseUrl)) return 'set';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

const CLUSTER = 'postgres/cluster/PG_VERSION';

/** The secrets of the installation, which must exist. */
export async function requireSecrets(config: Config): Promise<Secrets> {
  const { dataDir } = config;
  // A database without its secrets is an error that `loadSecrets` explains.
  if (!(await exists(dataDir, 'secrets.json')) && !(await exists(dataDir, CLUSTER))) {
    throw noInstallation(config, `${dataDir} has no secrets.json`);
  }
  return loadSecrets(dataDir);
}

/** Asserts that the data directory has an embedded database. */
export async function requireCluster(config: Config): Promise<void> {
  if (!(await exists(config.dataDir, CLUSTER))) {
    throw noInstallation(config, `${config.dataDir} has no database`);
  }
}

/** A folder that this user may not read is an error of its own: it may have the file. */
async function exists(dataDir: string, file: string): Promise<boolean> {
  return namingDataDirectory(dataDir, async () => {
    try {
      await access(path.join(dataDir, file), constants.R_OK);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return false;
      throw error;
    }
  });
}
