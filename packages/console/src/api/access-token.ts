import { ApiProblem, type CallOptions, call } from './call.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

/** Tokens live for 15 minutes; one is fetched anew before its last minute. */
const KEPT_MS = 14 * 60_000;

let held: { readonly token: Promise<string>; readonly until: number } | undefined;

/** An access token of the job API, kept in memory only. Without a session, the page learns that it has ended. */
export function accessToken(): Promise<string> {
  if (held === undefined || held.until < Date.now()) {
    const token = ownToken();
    held = { token, until: Date.now() + KEPT_MS };
    token.catch((error: unknown) => {
      forgetToken();
      if (isUnauthorized(error)) void queryClient.invalidateQueries(sessionQuery);
    });
  }
  return held.token;
}

/** The token of the session. First it checks whose session it is: for another person the page begins anew. */
async function ownToken(): Promise<string> {
  const [{ token }] = await Promise.all([
    call<{ readonly token: string }>('/api/auth/token'),
    queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  ]);
  return token;
}

/** The service refused the token before its time, such as when the clock of this machine was set back. */
export function forgetToken(): void {
  held = undefined;
}

/** Calls the job API as the signed-in person: `callJobApi('/jobs')`. */
export async function callJobApi<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  const send = (token: string): Promise<Body> => {
    const headers = { ...options.headers, authorization: `Bearer ${token}` };
    return call<Body>(`/api${path}`, { ...options, headers });
  };
  const token = await accessToken();
  try {
    return await send(token);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    forgetToken();
    return send(await accessToken());
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;
