import { otherVideoRequestSchema, resolutionNames, videoModeNames } from '@kinora/contract';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { idempotencyKey, orderAnnotations, orderFields, orderRules, placeOrder } from './ordering.ts';

const { prompt, negative_prompt, width, height, duration, model, seed, max_price_cents } =
  otherVideoRequestSchema.shape;

/** The fields that a video from text and one from an image have in common. */
export const videoFields = {
  negative_prompt,
  duration: duration.describe('Seconds; service_about lists the lengths of each model, and its default.'),
  mode: z
    .enum(videoModeNames)
    .optional()
    .describe('The mode of a video model of service_about, instead of its id.'),
  model: model.describe('The id of a video model of service_about, which says what each is good for.'),
  seed,
  max_price_cents,
  idempotency_key: idempotencyKey,
};

export const videoOrder = z.object({
  ...orderFields,
  kind: z.literal('video'),
  mode: z.enum(videoModeNames).optional(),
  output_width: z.int().describe('Delivered width in pixels.'),
  output_height: z.int().describe('Delivered height in pixels.'),
  price_tier: z.enum(resolutionNames).describe('The price per second that is charged.'),
});

export const generateVideo = defineTool({
  name: 'service_generate_video',
  title: 'Generate a video',
  description: `Generates an MP4 video with sound from a text prompt; takes minutes. ${orderRules}`,
  annotations: orderAnnotations,
  needsKey: true,
  input: z.strictObject({
    prompt,
    width: width.describe('Pixels; default that of the model.'),
    height: height.describe('Pixels; default that of the model.'),
    ...videoFields,
  }),
  output: videoOrder,
  run({ idempotency_key: key, ...body }, adapter, call) {
    return placeOrder(key, adapter, call, (order) => call.kinora.generateVideo(body, order));
  },
});
