import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i;

/**
 * The target of a request as a path. A client may send a whole address instead, as it does to a proxy (RFC 9112, 3.2.2),
 * and the router takes both, while what reads the address of the request expects a path.
 */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const path = ABSOLUTE.exec(url)?.[2];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

/** The host in the target of a request, if it has one. */
export function hostInTarget(target: string): string | undefined {
  return target.startsWith('/') ? undefined : ABSOLUTE.exec(target)?.[1];
}
