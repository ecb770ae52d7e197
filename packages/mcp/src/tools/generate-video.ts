import { resolutionNames, videoGenerateRequestSchema, videoModeNames } from '@kinora/contract';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import {
  idempotencyKey,
  orderAnnotations,
  orderFields,
  orderRules,
  placeOrder,
  videoPrice,
} from './ordering.ts';

const { prompt, width, height, duration, model, seed, max_price_cents } = videoGenerateRequestSchema.shape;

/** The fields that a video from text and one from an image have in common. */
export const videoFields = {
  duration: duration.describe(
    'Seconds, 5 by default, rounded down to a third of a second. quality: 5, 7 or 10; cinema: 5.',
  ),
  mode: z
    .enum(videoModeNames)
    .optional()
    .describe(
      'fast, the default: any size. quality: HD or Full HD in 16:9, 9:16, 1:1, 3:2 or 2:3. cinema: 2560 pixels on the longer side, same shapes.',
    ),
  model: model.describe('The id of another video model, instead of mode; service_about lists them.'),
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
  description: `Generates an MP4 video with sound from a text prompt; takes minutes. ${videoPrice} ${orderRules}`,
  annotations: orderAnnotations,
  needsKey: true,
  input: z.strictObject({ prompt, width, height, ...videoFields }),
  output: videoOrder,
  run({ idempotency_key: key, ...body }, adapter, call) {
    return placeOrder(key, adapter, call, (order) => call.kinora.generateVideo(body, order));
  },
});
