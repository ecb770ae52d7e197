import { rates, topUpAmountsUsd } from '@kinora/contract';
import type { Refusal } from '../service/refusal.ts';

/** The sentence that leads from no key to a paid one. */
export const howToPay =
  'Call service_start_access: it returns one link where a person signs in, buys a balance of ' +
  `${topUpAmountsUsd.join(', ')} USD or a plan, and approves this computer. Show them the link, then call service_finish_access.`;

/**
 * What a tool that needs a key returns without one, like the service's response to a call without a key. Which plans there
 * are, the link of service_start_access shows.
 */
export const noKey: Refusal = {
  code: 'unauthorized',
  status: 401,
  message: 'This computer has no key for the service yet.',
  fields: { payment: { amounts_usd: topUpAmountsUsd, rates } },
};

/** The remedy of a missing or refused key; one that the host gave cannot be replaced from here. */
export function remedyOf401(isGiven: boolean): string {
  return isGiven
    ? 'The key comes from SERVICE_API_TOKEN in the configuration of this MCP server: ask the person to replace it ' +
        'there, or to remove it and then call service_start_access.'
    : howToPay;
}
