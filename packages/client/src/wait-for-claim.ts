import type { ClaimStatus, PayStart } from './generated/shapes.ts';
import { pause } from './pause.ts';

/** How a claim ended. With `ready` it has the key, which no later poll returns. */
export type ClaimEnd = Exclude<ClaimStatus, { status: 'pending' }>;

export interface ClaimWaitOptions {
  readonly onPending?: ((status: Extract<ClaimStatus, { status: 'pending' }>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A service that names other times than these would be polled in a tight loop, or forever. */
const MAX_CLAIM_SECONDS = 3600;
const MAX_INTERVAL_SECONDS = 60;
/** The service says itself that a claim has expired. */
const GRACE_SECONDS = 60;

function within(seconds: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Number(seconds) || 0));
}

/** Polls a claim, as often as the service allows, until the person has decided or it has expired. */
export async function waitForClaim(
  poll: (code: string, signal: AbortSignal | undefined) => Promise<ClaimStatus>,
  {
    code,
    interval,
    expires_in: expiresIn = MAX_CLAIM_SECONDS,
  }: Pick<PayStart, 'code' | 'interval'> & { readonly expires_in?: number },
  { onPending, signal }: ClaimWaitOptions = {},
): Promise<ClaimEnd> {
  let seconds: number = interval;
  let leftSeconds = within(expiresIn, 0, MAX_CLAIM_SECONDS) + GRACE_SECONDS;
  while (leftSeconds > 0) {
    const waitSeconds = within(seconds, 1, MAX_INTERVAL_SECONDS);
    leftSeconds -= waitSeconds;
    await pause(waitSeconds * 1000, signal);
    const status = await poll(code, signal);
    if (status.status !== 'pending') return status;
    seconds = status.interval;
    onPending?.(status);
  }
  return { status: 'expired' };
}
