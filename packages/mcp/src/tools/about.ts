import { z } from 'zod';
import { remedyOf401 } from '../access/way-to-pay.ts';
import { adapterVersion, toolSummaries } from '../adapter-facts.ts';
import { accept, type Refusal } from '../service/refusal.ts';
import { refusalOfError } from '../service/refusal-of-error.ts';
import { type Adapter, defineTool, type ToolCall } from '../tool.ts';

export const about = defineTool({
  name: 'service_about',
  title: 'About the service',
  description:
    'Explains the service: its models, what each is good for and costs, the tools and the order in which to call them, the ' +
    'approved directories, and whether this computer is signed in or how to pay. Costs nothing. Call it first.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  needsKey: false,
  input: z.strictObject({}),
  output: z.object({
    service: z.string(),
    support: z.string().optional().describe('Where a person gets help.'),
    terms: z.string().optional().describe('The terms of use.'),
    address: z.string().describe('The address of the service.'),
    adapter_version: z.string(),
    access: z
      .enum(['ready', 'no_key', 'key_refused', 'unreachable'])
      .describe('Whether orders can be placed from this computer.'),
    how_to_pay: z.string().describe('What to do without a key, or with too little balance.'),
    balance_cents: z.int().optional().describe('US cents.'),
    models: z
      .array(z.looseObject({ id: z.string() }))
      .describe(
        'What the tools that start a job take as model: sizes, lengths, prices in US cents, whether a worker renders it ' +
          'now and the seconds that an order would take. Empty if the service cannot be reached.',
      ),
    prices: z.looseObject({}).describe('The prices of the modes, in US cents.'),
    media_roots: z.array(z.string()).describe('The directories that service_animate_image may read.'),
    tools: z.record(z.string(), z.string()),
    order_of_calls: z.array(z.string()),
  }),
  async run(_args, adapter, call) {
    const { access, config } = adapter;
    const [sold, standing] = await Promise.all([readSold(adapter, call), readAccess(adapter, call)]);
    const { name, support, terms_url: terms } = sold?.service ?? NAMELESS;
    return accept({
      value: {
        service: `${name} generates images from text, and videos with sound from text or from an image. Paid per image and per second.`,
        ...(support !== null && { support }),
        ...(terms !== null && { terms }),
        address: config.address,
        adapter_version: adapterVersion,
        ...standing,
        models: sold?.models.map((model) => ({ ...model })) ?? [],
        how_to_pay: `${remedyOf401(access.isGiven)} Later, a person tops up at ${config.address}/account/top-up.`,
        media_roots: [...config.mediaRoots],
        tools: { ...toolSummaries },
        order_of_calls: [
          'Without a key: service_start_access, show its link to the person, then service_finish_access.',
          'service_generate_image, service_generate_video or service_animate_image returns a job_id.',
          'service_check_status, again and again until the status is final; then use result_url.',
        ],
      },
    });
  },
});

/** What is not known of a service that cannot be reached. */
const NAMELESS = { name: 'This service', support: null, terms_url: null };

/** What is sold, and by whom; undefined if the service cannot be reached. */
async function readSold({ config }: Adapter, { kinora, signal }: ToolCall) {
  try {
    return await kinora.listModels({ signal });
  } catch (error) {
    if (refusalOfError(error, config.address) === undefined) throw error;
    return undefined;
  }
}

async function readAccess({ access, config }: Adapter, { kinora, signal }: ToolCall) {
  try {
    const { rates: prices, balance_cents } = await kinora.usage({ signal });
    return { access: 'ready' as const, prices: { ...prices }, balance_cents };
  } catch (error) {
    const refusal = refusalOfError(error, config.address);
    if (refusal === undefined) throw error;
    const isSignedIn = (await access.key()) !== undefined;
    return { access: isSignedIn ? accessAfter(refusal) : ('no_key' as const), prices: pricesIn(refusal) };
  }
}

const unauthorizedFields = z.object({ payment: z.object({ rates: z.looseObject({}) }) });

/** The service answers a call without a valid key with its prices. */
function pricesIn({ fields }: Refusal): Record<string, unknown> {
  const read = unauthorizedFields.safeParse(fields);
  return read.success ? read.data.payment.rates : {};
}

function accessAfter({ status, code }: Refusal): 'ready' | 'key_refused' | 'unreachable' {
  // A key may be for orders alone.
  if (code === 'scope_required') return 'ready';
  return status === 401 || status === 403 ? 'key_refused' : 'unreachable';
}
