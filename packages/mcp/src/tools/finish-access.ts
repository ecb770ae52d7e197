import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimEnd, KinoraError } from '@kinora/client';
import { z } from 'zod';
import type { PendingClaim } from '../access/credentials-file.ts';
import { howToPay } from '../access/way-to-pay.ts';
import { accept, refuse } from '../service/refusal.ts';
import { type Adapter, defineTool, type ToolCall } from '../tool.ts';

const MAX_WAIT_SECONDS = 25;

export const finishAccess = defineTool({
  name: 'service_finish_access',
  title: 'Finish signing in',
  description:
    'Waits, for at most 25 seconds, until the person has approved the link of service_start_access, and stores the ' +
    'key in a file that only the user of this computer can read. The key is not returned. Costs nothing. ' +
    'While the status is waiting_for_person, call it again.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  needsKey: false,
  input: z.strictObject({
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(MAX_WAIT_SECONDS)
      .describe('How long to wait at most; 0 checks once.'),
  }),
  output: z.object({
    status: z.enum(['signed_in', 'waiting_for_person']),
    balance_cents: z.int().optional().describe('US cents.'),
    sign_in_url: z.string().optional(),
    next: z.string(),
  }),
  async run({ wait_seconds: seconds }, adapter, call) {
    const { access } = adapter;
    const claim = await access.pendingClaim();
    if (claim === undefined) return describeNoClaim(adapter, call);
    await access.requireStorage();
    const status = await waitForDecision(claim, Date.now() + seconds * 1000, call);
    if (status === undefined) {
      const next = 'Ask the person to open sign_in_url and approve, then call service_finish_access again.';
      return accept({
        value: { status: 'waiting_for_person' as const, sign_in_url: claim.sign_in_url, next },
      });
    }
    if (status.status !== 'ready') {
      await access.keepClaim(undefined);
      return refuse(`claim_${status.status}`, describeEnd(status.status));
    }
    await access.keepKey(status.api_key);
    return accept({ value: signedIn(status.balance_cents) });
  },
});

function signedIn(balanceCents: number | undefined) {
  return {
    status: 'signed_in' as const,
    ...(balanceCents !== undefined && { balance_cents: balanceCents }),
    next: 'This computer has its key. Call service_generate_image or service_generate_video.',
  };
}

/** No sign-in is open: it was finished before, expired or never started. */
async function describeNoClaim({ access }: Adapter, { kinora, signal }: ToolCall) {
  if ((await access.key()) === undefined) {
    return refuse('no_sign_in', `No sign-in is open, and there is no key. ${howToPay}`);
  }
  const { balance_cents: balanceCents } = await kinora.usage({ signal });
  return accept({ value: signedIn(balanceCents) });
}

/**
 * How the sign-in ended, or undefined if the time is up. Polls at the service's interval: polling faster only makes it
 * longer. A poll is not cancelled, because the service delivers the key once.
 */
async function waitForDecision(
  { code, interval }: PendingClaim,
  until: number,
  { kinora, signal, report }: ToolCall,
): Promise<ClaimEnd | undefined> {
  for (let seconds = interval; ; ) {
    try {
      const status = await kinora.claim(code);
      if (status.status !== 'pending') return status;
      seconds = status.interval;
    } catch (error) {
      if (!(error instanceof KinoraError && error.code === 'rate_limited')) throw error;
      seconds = error.retryAfterSeconds ?? seconds;
    }
    await report(0, 'waiting for the person to approve');
    // A service that names no time would be polled in a loop.
    const pauseMs = Math.max(1, Number(seconds) || 0) * 1000;
    if (Date.now() + pauseMs > until) return undefined;
    await sleep(pauseMs, undefined, { signal });
  }
}

function describeEnd(status: 'claimed' | 'expired' | 'denied'): string {
  if (status === 'denied') return 'The person denied the request. Start again only if they ask for it.';
  if (status === 'expired') return 'The link expired. Call service_start_access for a new one.';
  return 'The key was already delivered, but not stored here. Call service_start_access for a new one.';
}
