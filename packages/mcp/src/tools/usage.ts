import { usageSchema } from '@kinora/contract';
import { z } from 'zod';
import { accept } from '../service/refusal.ts';
import { defineTool } from '../tool.ts';

const { rates: _, ...counters } = usageSchema.shape;

export const usage = defineTool({
  name: 'service_usage',
  title: 'Usage and balance',
  description:
    'Returns the usage of the current calendar month (UTC), the prepaid balance in US cents and the prices. ' +
    'Costs nothing. Call it before an expensive order, or when an order was refused for lack of money.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  needsKey: true,
  input: z.strictObject({}),
  output: z.object({ ...counters, rates: z.looseObject({}).describe('The prices, in US cents.') }),
  async run(_args, _adapter, { kinora, signal }) {
    const { rates, ...counted } = await kinora.usage({ signal });
    return accept({ value: { ...counted, rates: { ...rates } } });
  },
});
