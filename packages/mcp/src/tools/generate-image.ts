import { imageGenerateRequestSchema } from '@kinora/contract';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import {
  idempotencyKey,
  imagePrice,
  orderAnnotations,
  orderFields,
  orderRules,
  placeOrder,
} from './ordering.ts';

const { prompt, width, height, model, seed, max_price_cents } = imageGenerateRequestSchema.shape;

export const generateImage = defineTool({
  name: 'service_generate_image',
  title: 'Generate an image',
  description: `Generates a PNG image from a text prompt; takes seconds to minutes. ${imagePrice} ${orderRules}`,
  annotations: orderAnnotations,
  needsKey: true,
  input: z.strictObject({
    prompt,
    width,
    height,
    model: model.describe('The id of another image model; service_about lists them.'),
    seed,
    max_price_cents,
    idempotency_key: idempotencyKey,
  }),
  output: z.object({ ...orderFields, kind: z.literal('image') }),
  run({ idempotency_key: key, ...body }, adapter, call) {
    return placeOrder(key, adapter, call, (order) => call.kinora.generateImage(body, order));
  },
});
