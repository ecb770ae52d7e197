/** Statuses of HTTP that the worker acts on. */
export const NO_CONTENT = 204;
export const NOT_FOUND = 404;
export const CONFLICT = 409;
export const PAYLOAD_TOO_LARGE = 413;
export const INSUFFICIENT_STORAGE = 507;

/** Statuses below 500 by which servers and proxies ask to try again. */
const LATER = [408, 425, 429];

/** Whether the same request would be refused again. */
export function isFinalStatus(status: number): boolean {
  return status === INSUFFICIENT_STORAGE || (status < 500 && !LATER.includes(status));
}
