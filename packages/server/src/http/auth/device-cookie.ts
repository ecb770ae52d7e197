import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie that identifies a browser, with or without a session. It grants nothing: it proves that a browser has signed
 * in to an account before, so that strangers' attempts do not count against it, or that it signed up for one.
 */
const NAME = 'kinora.device';
const VALUE = new RegExp(`(?:^|;\\s*)${NAME.replace('.', '\\.')}=([\\w-]{43})(?:;|$)`);
const MAX_AGE_SECONDS = 400 * 86_400;

/** The secret of the browser's cookie, if it has one. */
export function readDevice({ headers }: FastifyRequest): string | undefined {
  return VALUE.exec(headers.cookie ?? '')?.[1];
}

/** The secret of the browser's cookie; sets the cookie, or extends its life. */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const device = readDevice(request) ?? randomBytes(32).toString('base64url');
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${NAME}=${device}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
  return device;
}
