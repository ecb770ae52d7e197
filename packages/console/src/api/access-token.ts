import { type CallOptions, call } from './call.ts';

/** Tokens live for 15 minutes; one is fetched anew before its last minute. */
const KEPT_MS = 14 * 60_000;

let held: { readonly token: Promise<string>; readonly until: number } | undefined;

/** An access token of the job API, kept in memory only. */
export function accessToken(): Promise<string> {
  if (held === undefined || held.until < Date.now()) {
    const token = call<{ readonly token: string }>('/api/auth/token').then((body) => body.token);
    held = { token, until: Date.now() + KEPT_MS };
    token.catch(() => {
      held = undefined;
    });
  }
  return held.token;
}

/** Calls the job API as the signed-in person: `callJobApi('/jobs')`. */
export async function callJobApi<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  const authorization = `Bearer ${await accessToken()}`;
  return call<Body>(`/api${path}`, { ...options, headers: { ...options.headers, authorization } });
}
