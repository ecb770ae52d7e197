import { KinoraConnectionError, KinoraError } from '@kinora/client';
import type { Refusal } from './refusal.ts';

/** What an error of the client says to a model; undefined for any other error, which is a bug. */
export function refusalOfError(error: unknown, address: string): Refusal | undefined {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const message = `The service at ${address} did not respond in time. Retry in a moment.`;
    return { code: 'timed_out', status: 0, message };
  }
  if (error instanceof KinoraConnectionError) {
    // Without its message: that of the HTTP library may quote a header.
    const message = `The service at ${address} cannot be reached. Retry in a moment.`;
    return { code: 'unreachable', status: 0, message };
  }
  if (!(error instanceof KinoraError)) return undefined;
  const { status, retryAfterSeconds } = error;
  const { error: _, code: __, ...fields } = error.body;
  // The page of a proxy says nothing to a model.
  const isOfService = error.code !== 'unknown';
  return {
    code: isOfService ? error.code : `http_${status}`,
    status,
    message: isOfService ? error.message : `The service returned status ${status}.`,
    retryAfterSeconds,
    fields,
  };
}
