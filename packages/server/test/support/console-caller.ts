import { grantBalance } from '../../src/ledger/credit.ts';
import { type Person, signUp } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** Calls of the console's interface as its pages make them: with the session's cookie, from the service's origin. */
export type ConsoleCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Somebody who calls the console's interface. */
export interface ConsoleCaller {
  readonly accountId: string;
  readonly call: ConsoleCall;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
  readonly delete: (path: string) => Promise<Answer>;
}

/** Calls below `prefix` with the person's session; without one for null. */
export function consoleCaller(
  service: TestApp,
  person: Pick<Person, 'accountId' | 'headers'> | null,
  prefix = '/api/console',
): ConsoleCaller {
  const headers = { ...person?.headers, origin: service.url };
  const call: ConsoleCall = (method, path, body) =>
    send(service.url + prefix + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    accountId: person?.accountId ?? '',
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** A person who has just signed up, with this balance, as a caller. */
export async function newCaller(
  service: TestApp,
  email = `${Math.random().toString(36).slice(2)}@example.com`,
  { balanceCents = 0, at = new Date() }: { readonly balanceCents?: number; readonly at?: Date } = {},
): Promise<ConsoleCaller & Person> {
  const person = await signUp(service, email);
  const { accountId } = person;
  if (balanceCents > 0) {
    await service.database.transaction((tx) => grantBalance(tx, accountId, balanceCents, at));
  }
  return { ...person, ...consoleCaller(service, person) };
}

/** Makes the sessions of an account, and what they have proven, older. */
export async function ageSessions({ database }: TestApp, accountId: string, hours: number): Promise<void> {
  await database.query(
    `update auth_sessions set created_at = created_at - $2 * interval '1 hour', confirmed_at = null,
       second_factor_at = second_factor_at - $2 * interval '1 hour'
     where user_id = $1`,
    [accountId, hours],
  );
}

/** An access token of the job API for a session. */
export async function tokenOf(service: TestApp, { headers }: Pick<Person, 'headers'>): Promise<string> {
  return (await send(`${service.url}/api/auth/token`, { headers })).body.token;
}
