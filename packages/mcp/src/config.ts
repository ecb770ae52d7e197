import path from 'node:path';
import { credentialsPath } from '@kinora/program/credentials-file';
import { warnOfUnknownSettings } from '@kinora/program/known-settings';
import { defaultAddress } from './adapter-facts.ts';

export interface AdapterConfig {
  /** The address of the service, such as `https://kinora.example`; it may have a path. Without a trailing slash. */
  readonly address: string;
  /** The origin of that address, under which the key is kept. */
  readonly origin: string;
  /** A key given by the host; it is used instead of a stored one. */
  readonly apiToken: string | undefined;
  /** The approved directories, as they were given. */
  readonly mediaRoots: readonly string[];
  readonly credentialsFile: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Arguments are approved directories, because a package can pass a list in no other way. */
export function readConfig(
  environment: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): AdapterConfig {
  warnOfUnknownSettings(environment);
  const setting = (name: string) => present(environment[name]);
  const url = setting('SERVICE_URL') ?? defaultAddress;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error('SERVICE_URL must be the address of a service, such as https://kinora.example');
  }
  return {
    // The address of the API is accepted too.
    address: url.replace(/\/+$/, '').replace(/\/api$/, ''),
    origin: new URL(url).origin,
    apiToken: setting('SERVICE_API_TOKEN'),
    mediaRoots: [...(setting('SERVICE_MCP_MEDIA_ROOTS') ?? '').split(path.delimiter), ...args]
      .map(present)
      .filter((root) => root !== undefined),
    credentialsFile: credentialsPath(environment),
  };
}

/** A host leaves a variable of a package unexpanded, such as `${user_config.api_key}`, if the person gave no value. */
function present(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || /^\$\{.*\}$/.test(trimmed) ? undefined : trimmed;
}
