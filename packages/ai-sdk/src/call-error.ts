import { APICallError } from '@ai-sdk/provider';
import { KinoraConnectionError, KinoraError } from '@kinora/client';

/** The error of an order as the SDK knows it, which repeats a call that is retryable. Other errors stay as they are. */
export function toCallError(error: unknown, url: string, body: unknown, nothingOrdered: boolean): unknown {
  const call = { url, requestBodyValues: body, cause: error };
  if (error instanceof KinoraConnectionError) {
    // The order may stand, and its key is lost with this call.
    return new APICallError({ ...call, message: error.message, isRetryable: false });
  }
  if (!(error instanceof KinoraError)) return error;
  const { message, status, retryAfterSeconds, requestId } = error;
  return new APICallError({
    ...call,
    message,
    statusCode: status,
    responseHeaders: {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
    },
    responseBody: JSON.stringify(error.body),
    data: error.body,
    isRetryable: nothingOrdered && isTemporary(error),
  });
}

/** Quotas, caps and money do not come back by waiting; a proxy's 503 does not say whether the service got the order. */
function isTemporary({ status, code }: KinoraError): boolean {
  return code === 'rate_limited' || (status === 503 && code !== 'unknown');
}
