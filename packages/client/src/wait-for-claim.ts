import type { ClaimStatus, PayStart } from './generated/shapes.ts';
import { pause } from './pause.ts';

/** How a claim ended. With `ready` it has the key, which no later poll returns. */
export type ClaimEnd = Exclude<ClaimStatus, { status: 'pending' }>;

export interface ClaimWaitOptions {
  readonly onPending?: ((status: Extract<ClaimStatus, { status: 'pending' }>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Polls a claim, as often as the service allows, until the person has decided or it has expired. */
export async function waitForClaim(
  poll: (code: string, signal: AbortSignal | undefined) => Promise<ClaimStatus>,
  { code, interval }: Pick<PayStart, 'code' | 'interval'>,
  { onPending, signal }: ClaimWaitOptions = {},
): Promise<ClaimEnd> {
  let seconds: number = interval;
  for (;;) {
    await pause(seconds * 1000, signal);
    const status = await poll(code, signal);
    if (status.status !== 'pending') return status;
    seconds = status.interval;
    onPending?.(status);
  }
}
