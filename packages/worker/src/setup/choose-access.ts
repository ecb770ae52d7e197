import { workerAgent } from '@kinora/contract';
import { UsageError } from '@kinora/program/command';
import { cleanText } from '@kinora/program/outside-text';
import { readerOf, readUrl, readWorkerToken } from '@kinora/program/setting';
import { CallRefused, createServerCalls, jsonBody } from '../server-calls.ts';
import type { Dialogue } from './dialogue.ts';
import { type Settings, withoutUndefined } from './settings-file.ts';

const LATER = 'later';

/** The server and its token, as the settings say or the operator answers; either may come later. */
export async function chooseAccess(before: Settings, dialogue: Dialogue): Promise<Settings> {
  const { KINORA_SERVER_URL: server, KINORA_WORKER_TOKEN: token } = before;
  const ask = (question: string, instead: string, byDefault: string) =>
    dialogue.isTerminal ? dialogue.ask(question, { instead, byDefault }) : undefined;
  const known = server ?? (await ask('The address of the Kinora server?', 'give --server URL', LOCAL));
  const secret =
    token ??
    (await ask(
      'Its worker token, from "kinora worker-token create" on the server?',
      'give --worker-token TOKEN',
      LATER,
    ));
  const access = withoutUndefined({
    KINORA_SERVER_URL: readUrl('--server', known),
    KINORA_WORKER_TOKEN: secret === LATER ? undefined : secret,
  });
  readWorkerToken(readerOf(access));
  return access;
}

const LOCAL = 'http://127.0.0.1:8787';
const CALL_MS = 10_000;
const UNAUTHORIZED = 401;
const INVALID = 400;

/**
 * Whether the server accepts the token and the version of this worker, for people. Throws `UsageError` if not; a server that cannot
 * be asked may be there later.
 */
export async function tryAccess(access: Settings, signal: AbortSignal): Promise<string> {
  const { KINORA_SERVER_URL: server, KINORA_WORKER_TOKEN: token } = access;
  if (server === undefined) return 'not named yet; give it with --server URL';
  if (token === undefined)
    return `${server}, without a token yet; create one there with "kinora worker-token create"`;
  const { call } = createServerCalls(server, token);
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]);
  const failure = await call('/worker/v1/leases', { ...jsonBody({}), signal: timeout }).then(
    () => undefined,
    (error: unknown) => error,
  );
  signal.throwIfAborted();
  if (failure instanceof CallRefused) {
    const { status, field } = failure;
    if (status === UNAUTHORIZED) throw new UsageError(describeToken(server));
    // A request for nothing takes no job: a server that gets as far as its fields has accepted token and version.
    if (status === INVALID && field !== undefined && field !== '')
      return `${server}, which accepts the token`;
    if (status === INVALID && failure.message.includes('update the worker'))
      throw new UsageError(describeVersion(server, failure.message));
    return `WARNING: ${server} answers, but not as a Kinora server does (${status}), so the token was not tried`;
  }
  const why = failure instanceof Error ? cleanText(`${failure.message} ${failure.cause ?? ''}`) : '';
  return `WARNING: ${server} cannot be reached, so the token was not tried: ${why}`;
}

const describeToken = (server: string): string =>
  `${server} does not accept this worker token: it is wrong or was revoked. Create one on the server with "kinora worker-token create --name NAME", and give it with --worker-token`;

function describeVersion(server: string, message: string): string {
  const needed = /kinora-worker\/\d+/.exec(message)?.[0] ?? 'another version';
  return `${server} needs ${needed}, and this worker is ${workerAgent}: bring this clone to the version of the server, with git pull`;
}
