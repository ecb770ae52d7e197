import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The Idempotency-Key header, if it was sent. Problem: `invalid_request`. */
export function readIdempotencyKey(
  headers: IncomingHttpHeaders,
): Result<{ readonly key: string | undefined }, Problem> {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && PRINTABLE.test(key))) return ok({ key });
  return invalidHeader('Idempotency-Key', 'must be 1 to 255 printable characters');
}

/** Problem: `invalid_request`, for the header `path`. */
export function invalidHeader(path: string, message: string): Result<never, Problem> {
  return refused(invalidRequest([{ path, message }]));
}
