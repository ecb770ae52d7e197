import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimStatus } from '@kinora/contract';
import { z } from 'zod';
import type { PendingClaim } from '../access/credentials-file.ts';
import { howToPay } from '../access/way-to-pay.ts';
import { accept, type Outcome, refuse } from '../service/refusal.ts';
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
      .describe('How long to wait at most; 0 asks once.'),
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
    const polled = await waitForDecision(adapter, claim, Date.now() + seconds * 1000, call);
    if (!polled.ok) return polled;
    const status = polled.value;
    if (status.status === 'pending') {
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
    next: 'The key is stored on this computer. Call service_generate_image or service_generate_video.',
  };
}

/** No sign-in is open: it was finished before, expired or never started. */
async function describeNoClaim({ access, api }: Adapter, { signal }: ToolCall) {
  if ((await access.key()) === undefined) {
    return refuse('no_sign_in', `No sign-in is open, and there is no key. ${howToPay}`);
  }
  const usage = await api.usage(signal);
  return usage.ok ? accept({ value: signedIn(usage.value.balance_cents) }) : usage;
}

/** Polls at the service's interval. Polling faster only makes the interval longer. */
async function waitForDecision(
  { api }: Adapter,
  claim: PendingClaim,
  until: number,
  { signal, report }: ToolCall,
): Promise<Outcome<ClaimStatus>> {
  let interval = claim.interval;
  for (;;) {
    const polled = await api.pollClaim(claim.code, signal);
    if (polled.ok && polled.value.status !== 'pending') return polled;
    if (!polled.ok && polled.refusal.code !== 'rate_limited') return polled;
    interval = polled.ok
      ? (polled.value as { interval: number }).interval
      : (polled.refusal.retryAfterSeconds ?? interval);
    await report(0, 'waiting for the person to approve');
    if (Date.now() + interval * 1000 > until) {
      return accept({ status: 'pending', interval, expires_in: 1 });
    }
    await sleep(interval * 1000, undefined, { signal });
  }
}

function describeEnd(status: 'claimed' | 'expired' | 'denied'): string {
  if (status === 'denied') return 'The person denied the request. Start again only if they ask for it.';
  if (status === 'expired') return 'The link expired. Call service_start_access for a new one.';
  return 'The key was already delivered, but not stored here. Call service_start_access for a new one.';
}
