import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { CheckedUrl } from '../../webhooks/check-url.ts';

/** Checks an address by the settings of this server. */
export type CheckWebhookUrl = (text: string) => CheckedUrl;

const FIELD = 'webhook_url';

/** The address of an order, in its normal form. Problem: `invalid_request`. */
export function readWebhookUrl(
  text: string | undefined,
  zeroRetention: boolean,
  check: CheckWebhookUrl,
): Result<string | undefined, Problem> {
  if (text === undefined) return ok(undefined);
  if (zeroRetention) {
    const message = 'cannot be used with X-Service-Store: 0: the response to this call is the end of the job';
    return refused(invalidRequest([{ path: FIELD, message }]));
  }
  const checked = check(text);
  return checked.ok ? ok(checked.url) : refused(invalidRequest([{ path: FIELD, message: checked.message }]));
}
