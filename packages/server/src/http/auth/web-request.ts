import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_HEADER, DEVICE_HEADER } from '../../accounts/trusted-headers.ts';
import { readDevice } from './device-cookie.ts';

/** The headers of a request as a Fetch API object, with the trusted client address and, if it matters, browser. */
export function webHeaders(request: FastifyRequest, device?: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The body was parsed and is serialised again, which may change its length.
    if (value === undefined || name === 'content-length' || name === 'transfer-encoding') continue;
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single);
  }
  headers.set(ADDRESS_HEADER, request.ip);
  headers.delete(DEVICE_HEADER);
  if (device !== undefined) headers.set(DEVICE_HEADER, device);
  return headers;
}

/**
 * The request as a Fetch API object, which the sign-in library needs. The library refuses a program that sends no Origin
 * as soon as it sends a cookie, or Sec-Fetch-Mode, as the `fetch` of Node does; whether it may call has been checked.
 */
export function webRequest(
  request: FastifyRequest,
  publicUrl: string,
  device = readDevice(request, publicUrl),
): Request {
  const hasBody = request.body !== undefined && request.body !== null;
  const headers = webHeaders(request, device);
  if (!headers.has('origin')) headers.set('origin', new URL(publicUrl).origin);
  return new Request(publicUrl + request.url, {
    method: request.method,
    headers,
    ...(hasBody && { body: JSON.stringify(request.body) }),
  });
}

/**
 * A call of the sign-in library for the service's own pages; a GET without a body. The library checks the origin
 * again, by the public address alone, while the pages also accept their own host.
 */
export function formCall(
  request: FastifyRequest,
  { publicUrl, device }: { readonly publicUrl: string; readonly device?: string },
  path: string,
  body?: object,
): Request {
  const headers = webHeaders(request, device);
  headers.set('origin', new URL(publicUrl).origin);
  const url = `${publicUrl}/api/auth${path}`;
  if (body === undefined) return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Copies the cookies of a Fetch API response to the reply. */
export function copyCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
