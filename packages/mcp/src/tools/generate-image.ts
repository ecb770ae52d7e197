import { otherImageRequestSchema } from '@kinora/contract';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { idempotencyKey, orderAnnotations, orderFields, orderRules, placeOrder } from './ordering.ts';

const { prompt, negative_prompt, width, height, model, seed, max_price_cents } =
  otherImageRequestSchema.shape;

export const generateImage = defineTool({
  name: 'service_generate_image',
  title: 'Generate an image',
  description: `Generates a PNG image from a text prompt; takes seconds to minutes. ${orderRules}`,
  annotations: orderAnnotations,
  needsKey: true,
  input: z.strictObject({
    prompt,
    negative_prompt,
    width: width.describe('Pixels; default that of the model.'),
    height: height.describe('Pixels; default that of the model.'),
    model: model.describe('The id of an image model of service_about, which says what each is good for.'),
    seed,
    max_price_cents,
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ ...orderFields, kind: z.literal('image') }),
  run({ idempotency_key: key, ...body }, adapter, call) {
    return placeOrder(key, adapter, call, (order) => call.kinora.generateImage(body, order));
  },
});
