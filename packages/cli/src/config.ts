import { credentialsPath } from '@kinora/program/credentials-file';
import { warnOfUnknownSettings } from '@kinora/program/known-settings';
import { readerOf, readUrl } from '@kinora/program/setting';

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
  warnOfUnknownSettings(environment);
  const get = readerOf(environment);
  return Object.freeze({
    server: readUrl('KINORA_SERVER', get('KINORA_SERVER')),
    apiKey: get('KINORA_API_KEY'),
    credentialsFile: credentialsPath(environment),
  });
}
