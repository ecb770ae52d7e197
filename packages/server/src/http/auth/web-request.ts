import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_HEADER } from '../../accounts/auth.ts';

/** The headers of a request as a Fetch API object, with the trusted client address. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The body was parsed and is serialised again, which may change its length.
    if (value === undefined || name === 'content-length' || name === 'transfer-encoding') continue;
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single);
  }
  headers.set(ADDRESS_HEADER, request.ip);
  return headers;
}

/** The request as a Fetch API object, which the sign-in library needs. */
export function webRequest(request: FastifyRequest, publicUrl: string): Request {
  const hasBody = request.body !== undefined && request.body !== null;
  return new Request(publicUrl + request.url, {
    method: request.method,
    headers: webHeaders(request),
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
}

/** Copies the cookies of a Fetch API response to the reply. */
export function copyCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
