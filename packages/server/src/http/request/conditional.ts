/**
 * Whether the client has the representation with this strong `etag` already, by its If-None-Match header: a list of
 * entity tags, weak or strong, or `*`.
 */
export function hasCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}

/**
 * Whether the representation with this strong `etag` is one that an If-Match header names. Continues a download only of the
 * same file; a weak tag names none (RFC 9110, 13.1.1).
 */
export function isMatched(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return (ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag === etag);
}

/**
 * Whether a Range header applies, by the If-Range header: only to the representation of which the client has the other
 * bytes. No response has a Last-Modified header, so a date matches none.
 */
export function rangeApplies(ifRange: string | readonly string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
