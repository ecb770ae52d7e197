import type { Person } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** Somebody who calls the console's interface as its pages do. */
export interface ConsoleCaller {
  readonly accountId: string;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body: unknown) => Promise<Answer>;
}

/** Calls below `prefix` with the person's session; without one for null. */
export function consoleCaller(
  service: TestApp,
  person: Pick<Person, 'accountId' | 'headers'> | null,
  prefix = '/api/console',
): ConsoleCaller {
  const headers = person?.headers ?? {};
  return {
    accountId: person?.accountId ?? '',
    get: (path) => send(service.url + prefix + path, { headers }),
    post: (path, body) =>
      send(service.url + prefix + path, {
        method: 'POST',
        headers: { ...headers, origin: service.url, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
