import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_HEADER } from '../../accounts/auth.ts';

/** The headers of a request in the web's form, with its address as we judge it. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Of a body that was parsed and is written anew, the length is another.
    if (value === undefined || name === 'content-length' || name === 'transfer-encoding') continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  headers.set(ADDRESS_HEADER, request.ip);
  return headers;
}

export function webRequest(request: FastifyRequest, origin: string): Request {
  const hasBody = request.body !== undefined && request.body !== null;
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers: webHeaders(request),
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
}

/** Sets the cookies of a web answer on ours. */
export function takeCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
