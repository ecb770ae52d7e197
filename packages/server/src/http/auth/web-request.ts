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
 * A call of the sign-in library with fields that were read by a schema: of the request itself only its headers pass. The
 * library refuses a program that sends no Origin as soon as it sends a cookie, or Sec-Fetch-Mode, as the `fetch` of Node
 * does; whether it may call has been checked.
 */
export function webRequest(
  request: FastifyRequest,
  { publicUrl, device = readDevice(request, publicUrl) }: Caller,
  { method, path }: { readonly method: 'GET' | 'POST'; readonly path: string },
  fields: Readonly<Record<string, unknown>>,
): Request {
  const headers = webHeaders(request, device);
  if (!headers.has('origin')) headers.set('origin', new URL(publicUrl).origin);
  const url = new URL(`${publicUrl}/api/auth${path}`);
  if (method === 'POST') return posting(url, headers, fields);
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, { headers });
}

interface Caller {
  readonly publicUrl: string;
  /** The default is that of the request. */
  readonly device?: string | undefined;
}

/**
 * A call of the sign-in library for the service's own pages; a GET without a body. The library checks the origin
 * again, by the public address alone, while the pages also accept their own host.
 */
export function formCall(
  request: FastifyRequest,
  { publicUrl, device }: Caller,
  path: string,
  body?: object,
): Request {
  const headers = webHeaders(request, device);
  headers.set('origin', new URL(publicUrl).origin);
  const url = `${publicUrl}/api/auth${path}`;
  return body === undefined ? new Request(url, { headers }) : posting(url, headers, body);
}

function posting(url: URL | string, headers: Headers, body: object): Request {
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Copies the cookies of a Fetch API response to the reply. */
export function copyCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
