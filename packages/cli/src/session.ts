import { createKinoraClient, type KinoraClient, type Retry } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { readUrl } from '@kinora/program/setting';
import { readCustomerConfig } from './config.ts';
import { readKeys } from './credentials-file.ts';
import { describeSeconds } from './describe-seconds.ts';
import { KeyNotValid, SignInRequired } from './exit-status.ts';
import { LOCAL_SERVER } from './local-server.ts';
import { eraseLine, keepSecret, note } from './output.ts';

const USER_AGENT = 'kinora-cli/0.1';

/** The service that a command is for, and the key for it. */
export interface Session {
  /** The address of the service, which may have a path. */
  readonly address: string;
  /** The origin of that address, under which the key is kept. */
  readonly origin: string;
  readonly key: string | undefined;
  /** Whether the key is of `KINORA_API_KEY`, which is used instead of a stored one. */
  readonly isGiven: boolean;
  readonly credentialsFile: string;
}

/** The service of `--server`, of `KINORA_SERVER`, or the only one that this user has signed in to. */
export async function openSession(server: string | undefined): Promise<Session> {
  const { server: setting, apiKey, credentialsFile } = readCustomerConfig();
  const named = readServer('--server', server) ?? readServer('KINORA_SERVER', setting);
  // A machine with both settings may have no home directory.
  const isGiven = apiKey !== undefined;
  const keys = isGiven && named !== undefined ? new Map<string, string>() : await readKeys(credentialsFile);
  for (const key of [apiKey, ...keys.values()]) keepSecret(key);
  const chosen = named ?? onlyServer([...keys.keys()]);
  const { origin } = new URL(chosen);
  // The addresses of the API are accepted too.
  const address = chosen.replace(/\/api(\/v1)?$/, '');
  return { address, origin, key: apiKey ?? keys.get(origin), isGiven, credentialsFile };
}

/** The address of a service has no parts that a request would lose or send to it. */
function readServer(name: string, value: string | undefined): string | undefined {
  const address = readUrl(name, value);
  if (address === undefined) return undefined;
  const { username, password, search, hash } = new URL(address);
  if (username + password + search + hash === '') return address;
  throw new UsageError(`${name} must be an address without user, password, ? and #`);
}

function onlyServer(origins: readonly string[]): string {
  if (origins.length > 1) {
    throw new UsageError(`choose a service with --server or KINORA_SERVER: ${origins.join(', ')}`);
  }
  return origins[0] ?? LOCAL_SERVER;
}

/** The client would refuse the key too, and cannot say where it is from. */
export function requireKey(key: string, source: string, remedy: string): void {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new KeyNotValid(source, remedy);
}

/** A client with or without a key. */
export function connect({ address, key, isGiven, credentialsFile }: Session): KinoraClient {
  if (isGiven) requireKey(key ?? '', 'KINORA_API_KEY', 'set it to the key alone');
  else if (key !== undefined) requireKey(key, credentialsFile, 'run "kinora logout", then "kinora login"');
  return createKinoraClient({
    baseUrl: `${address}/api`,
    apiKey: key,
    userAgent: USER_AGENT,
    onRetry: noteRetry,
  });
}

/** Shorter waits need no explanation. */
const NOTED_WAIT_MS = 2_000;

/** Says why a command seems to do nothing. */
function noteRetry({ error, waitMs }: Retry): void {
  if (waitMs < NOTED_WAIT_MS) return;
  eraseLine();
  note(`${error.message.replace(/\.?$/, '.')} Trying again in ${describeSeconds(waitMs / 1000)}.`);
}

/** A client with the key of the service. */
export async function signedIn(server: string | undefined): Promise<KinoraClient> {
  const session = await openSession(server);
  if (session.key === undefined) throw new SignInRequired(session.address);
  return connect(session);
}
