import { type KinoraClient, KinoraError, type PayStart } from '@kinora/client';
import { payStartRequestSchema } from '@kinora/contract';
import { z } from 'zod';
import type { PendingClaim } from '../access/credentials-file.ts';
import { accept, refuse } from '../service/refusal.ts';
import { defineTool } from '../tool.ts';

const { amount_usd: amountUsd, plan, interval } = payStartRequestSchema.shape;

export const startAccess = defineTool({
  name: 'service_start_access',
  title: 'Start signing in',
  description:
    'Returns one link where a person signs in or signs up, pays and approves this computer. Show the link and the ' +
    'user code to the person and ask them to open it; never open or pay it yourself. It is valid for 15 minutes, and ' +
    'calling again returns the same link, also with other arguments. Without arguments it asks for a balance of 10 USD. Opening the link costs ' +
    'nothing by itself. Next, call service_finish_access. The key never appears in this conversation.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  needsKey: false,
  input: z.strictObject({
    amount_usd: amountUsd,
    plan,
    interval,
    replace_key: z
      .boolean()
      .default(false)
      .describe(
        'Sign in although this computer has a key that works. Approving replaces the key of the terminals of the account.',
      ),
  }),
  output: z.object({
    status: z.enum(['waiting_for_person', 'already_signed_in']),
    sign_in_url: z.string().optional().describe('Show it to the person.'),
    user_code: z.string().optional().describe('The page shows the same code.'),
    expires_at: z.string().optional(),
    next: z.string(),
  }),
  async run({ replace_key: replace, ...purchase }, { access, config }, { kinora, signal }) {
    if (access.isGiven) {
      return refuse(
        'key_given',
        'The key comes from SERVICE_API_TOKEN in the configuration of this MCP server. Ask the person to change it there, or to remove it to sign in with a link.',
      );
    }
    const pending = await access.pendingClaim();
    if (pending !== undefined) return accept({ value: viewClaim(pending) });
    if (!replace && (await access.key()) !== undefined && (await works(kinora, signal))) {
      return accept({
        value: {
          status: 'already_signed_in' as const,
          next: `This computer has a key that works. To add balance, the person opens ${config.address}/account/top-up.`,
        },
      });
    }
    await access.requireStorage();
    const claim = claimOf(await kinora.startClaim({ ...purchase, client_name: 'MCP adapter' }, { signal }));
    await access.keepClaim(claim);
    return accept({ value: viewClaim(claim) });
  },
});

/** Whether the service accepts the key. If it cannot be asked, starting a claim says so. */
function works(kinora: KinoraClient, signal: AbortSignal): Promise<boolean> {
  return kinora.usage({ signal }).then(
    () => true,
    // A key may be for orders alone.
    (error: unknown) => error instanceof KinoraError && error.code === 'scope_required',
  );
}

/** A link that never expired would be shown forever. */
const MAX_CLAIM_SECONDS = 3600;

function claimOf(started: PayStart): PendingClaim {
  return {
    code: started.code,
    user_code: started.user_code,
    sign_in_url: started.verification_uri_complete,
    expires_at: new Date(Date.now() + Math.min(MAX_CLAIM_SECONDS, started.expires_in) * 1000).toISOString(),
    interval: started.interval,
  };
}

function viewClaim({ sign_in_url, user_code, expires_at }: PendingClaim) {
  return {
    status: 'waiting_for_person' as const,
    sign_in_url,
    user_code,
    expires_at,
    next: 'Show sign_in_url and user_code to the person. When they have approved, call service_finish_access.',
  };
}
