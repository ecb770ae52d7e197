import { createHmac, timingSafeEqual } from 'node:crypto';
import { earlierKeys, type Keys } from '../kernel/key-versions.ts';

/** A cookie that the library signed: the value, a dot and 32 bytes as base64. */
const SIGNED_COOKIE = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;
/** A token of a link, as HS256. */
const SIGNED_TOKEN = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/;

type Encoding = 'base64' | 'base64url';

interface Library {
  // biome-ignore lint/suspicious/noExplicitAny: the calls of the library have various forms.
  readonly api: Readonly<Record<string, any>>;
  readonly handler: (request: Request) => Promise<Response>;
}

/**
 * The library verifies cookies and links with one key. This lets it accept those of earlier keys that are still honoured: what
 * one of them signed is signed by the current one before the library sees it. Nobody is sent that signature.
 */
export function honourEarlierKeys<Auth extends Library>(auth: Auth, keys: Keys): Auth {
  if (earlierKeys(keys).length === 0) return auth;
  const withCurrent = (received: Headers): Headers => {
    const headers = new Headers(received);
    const cookies = headers.get('cookie');
    if (cookies !== null) headers.set('cookie', signCookiesAgain(cookies, keys));
    return headers;
  };
  const api = new Proxy(auth.api, {
    get(calls, name: string) {
      const call = calls[name];
      if (typeof call !== 'function') return call;
      return (input?: { readonly headers?: Headers }) =>
        call(input?.headers === undefined ? input : { ...input, headers: withCurrent(input.headers) });
    },
  });
  const handler = (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const token = url.searchParams.get('token');
    if (token !== null) url.searchParams.set('token', signAgain(token, SIGNED_TOKEN, 'base64url', keys));
    const { method, body } = request;
    const headers = withCurrent(request.headers);
    return auth.handler(
      new Request(url, { method, headers, ...(body !== null && { body, duplex: 'half' }) }),
    );
  };
  return { ...auth, api, handler };
}

function signCookiesAgain(header: string, keys: Keys): string {
  return header
    .split(';')
    .map((cookie) => {
      const at = cookie.indexOf('=') + 1;
      const value = decoded(cookie.slice(at).trim());
      const signed = value && signAgain(value, SIGNED_COOKIE, 'base64', keys);
      return signed === value || signed === undefined
        ? cookie
        : cookie.slice(0, at) + encodeURIComponent(signed);
    })
    .join(';');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The text with the signature of the current key if an earlier key signed it; otherwise the text as it is. */
function signAgain(signed: string, form: RegExp, encoding: Encoding, keys: Keys): string {
  const [, value = '', signature = ''] = form.exec(signed) ?? [];
  const received = Buffer.from(signature, encoding);
  const isEarlier = earlierKeys(keys).some(({ key }) => {
    const expected = createHmac('sha256', key).update(value).digest();
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  if (!isEarlier) return signed;
  return `${value}.${createHmac('sha256', keys.signing.key).update(value).digest(encoding)}`;
}
