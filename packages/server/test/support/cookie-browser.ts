import { assertDocumented } from './documented-problems.ts';
import type { TestApp } from './test-app.ts';

/** A browser as far as sign-in is concerned: it keeps cookies, has an address, and does not follow redirects. */
export interface CookieBrowser {
  open(path: string): Promise<Response>;
  submit(path: string, fields: Record<string, string>): Promise<Response>;
  /** Calls the sign-in API as a script of the service's own origin. */
  call(path: string, body: unknown): Promise<Response>;
  /** Calls the console's interface as a script of its pages. */
  console(method: string, path: string, body?: unknown): Promise<Response>;
  isSignedIn(): boolean;
  /** A browser with a copy of the cookies that this one has now. */
  copy(): CookieBrowser;
}

/** A new browser in this network. The server must trust this machine as its proxy. */
export function cookieBrowser(
  service: TestApp,
  address = '203.0.113.1',
  initial: ReadonlyMap<string, string> = new Map(),
): CookieBrowser {
  const cookies = new Map(initial);
  async function send(path: string, init: RequestInit, more: Record<string, string> = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(path, service.url);
    const headers = { cookie, origin: service.url, 'x-forwarded-for': address, ...more };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    assertDocumented(init.method ?? 'GET', url.href, {
      status: response.status,
      headers: response.headers,
      body,
    });
    return response;
  }
  return {
    open: (path) => send(path, {}),
    submit: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    call: (path, body) =>
      send(
        `/api/auth${path}`,
        { method: 'POST', body: JSON.stringify(body) },
        { 'content-type': 'application/json' },
      ),
    console: (method, path, body) =>
      send(
        `/api/console${path}`,
        { method, ...(body !== undefined && { body: JSON.stringify(body) }) },
        body === undefined ? {} : { 'content-type': 'application/json' },
      ),
    isSignedIn: () => [...cookies.keys()].some((name) => name.endsWith('session_token')),
    copy: () => cookieBrowser(service, address, cookies),
  };
}
