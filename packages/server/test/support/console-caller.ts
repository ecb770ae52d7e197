import { type Person, signUp } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** A signed-in person who calls the console's interface as its pages do. */
export interface ConsoleCaller extends Person {
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
  readonly delete: (path: string) => Promise<Answer>;
}

export async function consoleCaller(service: TestApp, email: string): Promise<ConsoleCaller> {
  const person = await signUp(service, email);
  const call = (method: string, path: string, body?: unknown) =>
    send(`${service.url}/api/console${path}`, {
      method,
      headers: {
        ...person.headers,
        origin: service.url,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    ...person,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
  };
}
