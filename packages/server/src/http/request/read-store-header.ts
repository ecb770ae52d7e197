import type { IncomingHttpHeaders } from 'node:http';
import { ok, type Problem, type Result } from '@kinora/contract';
import { invalidHeader } from './read-idempotency-key.ts';

/** Whether X-Service-Store lets the result be stored. Problem: `invalid_request`. */
export function readStoreHeader(
  headers: IncomingHttpHeaders,
): Result<{ readonly isStored: boolean }, Problem> {
  const store = headers['x-service-store'];
  if (store === undefined || store === '0' || store === '1') return ok({ isStored: store !== '0' });
  return invalidHeader('X-Service-Store', 'must be 0, which stores nothing, or 1');
}

/**
 * For routes whose results are always stored: they must not ignore that a caller asks for zero retention. Problem:
 * `invalid_request`.
 */
export function requireStoring(headers: IncomingHttpHeaders): Result<undefined, Problem> {
  const store = headers['x-service-store'];
  if (store === undefined || store === '1') return ok(undefined);
  return invalidHeader('X-Service-Store', 'must be left out, because results are stored here; use v1');
}
