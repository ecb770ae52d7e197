import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../../accounts/auth.ts';
import type { RenewedSession } from '../../accounts/sessions.ts';

/**
 * Sets the cookies of the sign-in library. Browsers store a `SameSite=Lax` cookie of a fetch only if the page is of the
 * same site. A page of an allowed origin on another site gets a partitioned cookie instead: the browser sends it from
 * pages below that site only, so it is not the session that the same person has here or on a third site.
 */
export function setSessionCookies(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly string[],
  allowedOrigins: readonly string[],
): void {
  const { origin } = headers;
  const isForeign =
    headers['sec-fetch-site'] === 'cross-site' && origin !== undefined && allowedOrigins.includes(origin);
  for (const cookie of cookies) reply.header('set-cookie', isForeign ? partitioned(cookie) : cookie);
}

/** After a sign-out: the browser forgets what pages of this service have kept. Its cache has nothing private, and is slow to clear. */
export function forgetInBrowser(reply: FastifyReply): void {
  reply.header('clear-site-data', '"storage"');
}

/** Gives the browser the new token of its session, in a cookie as the sign-in library signs and reads it. */
export async function keepSession(
  reply: FastifyReply,
  auth: () => Promise<Auth>,
  { token }: RenewedSession,
): Promise<void> {
  const { authCookies, secret, sessionConfig } = await (await auth()).$context;
  const { name, attributes } = authCookies.sessionToken;
  const value = `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
  const secure = attributes.secure === true ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${encodeURIComponent(value)}; Max-Age=${sessionConfig.expiresIn}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Browsers accept `SameSite=None` and `Partitioned` only with `Secure`, which works on loopback addresses too. */
function partitioned(cookie: string): string {
  const attributes = cookie
    .split('; ')
    .filter((attribute) => !/^(SameSite=.*|Secure|Partitioned)$/i.test(attribute));
  return [...attributes, 'SameSite=None', 'Secure', 'Partitioned'].join('; ');
}
