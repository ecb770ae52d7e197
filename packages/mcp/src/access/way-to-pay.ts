import { topUpAmountsUsd } from '@kinora/contract';
import type { Outcome } from '../service/refusal.ts';
import { refusalOfError } from '../service/refusal-of-error.ts';
import type { ToolCall } from '../tool.ts';

/** The sentence that leads from no key to a paid one. */
export const howToPay =
  'Call service_start_access: it returns one link where a person signs in, buys a balance of ' +
  `${topUpAmountsUsd.join(', ')} USD or a plan, and approves this computer. Show them the link, then call service_finish_access.`;

/** What a tool that needs a key returns without one: what the service sells, as it answers a call without a key. */
export async function refuseWithoutKey(
  address: string,
  { kinora, signal }: ToolCall,
): Promise<Outcome<never>> {
  const answer = await kinora.usage({ signal }).then(
    () => undefined,
    (error: unknown) => refusalOfError(error, address),
  );
  const message = 'This computer has no key for the service yet.';
  const sold = answer?.status === 401 ? answer.fields : undefined;
  const fields = sold ?? { payment: { amounts_usd: topUpAmountsUsd } };
  return { ok: false, refusal: { code: 'unauthorized', status: 401, message, fields } };
}

/** The remedy of a missing or refused key; one that the host gave cannot be replaced from here. */
export function remedyOf401(isGiven: boolean): string {
  return isGiven
    ? 'The key comes from SERVICE_API_TOKEN in the configuration of this MCP server: ask the person to replace it ' +
        'there, or to remove it and then call service_start_access.'
    : howToPay;
}
