import { type Person, signUp } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** Somebody who calls the console's interface as its pages do. */
export interface ConsoleCaller {
  readonly accountId: string;
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
  const call = (method: string, path: string, body?: unknown) =>
    send(service.url + prefix + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    accountId: person?.accountId ?? '',
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** A person who has just signed up, as a caller. */
export async function newCaller(service: TestApp, email: string): Promise<ConsoleCaller & Person> {
  const person = await signUp(service, email);
  return { ...person, ...consoleCaller(service, person) };
}
