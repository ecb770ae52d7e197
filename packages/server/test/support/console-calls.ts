import { type Answer, send, type TestApp } from './test-app.ts';

/** Calls of the console's interface as its pages make them: with the session's cookie, from the service's origin. */
export type ConsoleCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** `headers` has the cookie of a session, as `signUp` returns it; without it nobody is signed in. */
export function consoleCalls(service: TestApp, headers: Readonly<Record<string, string>> = {}): ConsoleCall {
  return (method, path, body) =>
    send(`${service.url}/api/console${path}`, {
      method,
      headers: {
        origin: service.url,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
}

/** An access token of the job API for the session of `headers`. */
export async function tokenOf(service: TestApp, headers: Readonly<Record<string, string>>): Promise<string> {
  return (await send(`${service.url}/api/auth/token`, { headers })).body.token;
}
