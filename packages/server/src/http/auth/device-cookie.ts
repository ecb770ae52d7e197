import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie that identifies a browser, with or without a session. It grants nothing: it proves that a browser has signed
 * in to an account before, so that strangers' attempts do not count against it, or that it signed up for one.
 */
const NAME = 'kinora.device';
/** Browsers accept a cookie of this name only by https, from this very host and for all its paths. */
const HOST_NAME = `__Host-${NAME}`;
const SECRET = /^[\w-]{43}$/;
const MAX_AGE_SECONDS = 400 * 86_400;

const nameFor = (publicUrl: string): string => (publicUrl.startsWith('https:') ? HOST_NAME : NAME);

/** The secret of the browser's cookie, if it has one. */
export function readDevice({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const name = nameFor(publicUrl);
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/** The secret of the browser's cookie; sets the cookie, or extends its life. */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const device = readDevice(request, publicUrl) ?? randomBytes(32).toString('base64url');
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameFor(publicUrl)}=${device}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
  return device;
}
