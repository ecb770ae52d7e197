import { homedir } from 'node:os';
import path from 'node:path';
import { type Reader, readerOf, readUrl } from '@kinora/program/setting';

/** The only reader of the environment in this package. */

export interface CustomerConfig {
  /** The service, if `KINORA_SERVER` names one. */
  readonly server: string | undefined;
  /** A key that is used instead of a stored one. */
  readonly apiKey: string | undefined;
  /** The MCP adapter has the same file. */
  readonly credentialsFile: string;
}

export function readCustomerConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CustomerConfig {
  const get = readerOf(environment);
  return Object.freeze({
    server: readUrl('KINORA_SERVER', get('KINORA_SERVER')),
    apiKey: get('KINORA_API_KEY'),
    credentialsFile: path.join(configFolder(get), 'kinora', 'credentials.json'),
  });
}

function configFolder(get: Reader): string {
  const xdg = get('XDG_CONFIG_HOME');
  const appData = get('APPDATA');
  if (xdg !== undefined && path.isAbsolute(xdg)) return xdg;
  if (process.platform === 'win32' && appData !== undefined) return appData;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return path.join(homedir(), '.config');
}
