import {
  imageGenerateRequestSchema,
  imageQuoteSchema,
  type ProblemCode,
  videoGenerateRequestSchema,
  videoQuoteSchema,
} from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { Quote } from '../../../quote/quote.ts';
import type { Operation } from '../operation.ts';
import { everyModel, everyPayment } from './every-key.ts';
import { imageOf, videoOf } from './example-jobs.ts';

const description = [
  'Takes the body of a generate call and returns what it would deliver, what it would cost and who would pay for it. If the call would be rejected now, the response is that rejection, except for the limits of calls and jobs, which pass. It creates no job, reserves nothing and does not count as a generate call.',
  'Neither the prompt nor the image is checked, so the safety check may still reject the call.',
];

const problems: readonly ProblemCode[] = [
  ...everyPayment,
  ...everyModel,
  'invalid_request',
  'payment_required',
  'balance_insufficient',
  'auto_recharge_declined',
  'card_required',
  'arrears',
  'quota_exhausted',
  'monthly_cap_reached',
  'key_cap_reached',
  'storage_quota_reached',
  'workers_unavailable',
  'storage_full',
];

const commonOf = (sold: Catalogue, { width, height, priceCents, model }: Quote) => ({
  output_width: width,
  output_height: height,
  price_cents: priceCents,
  model: model.id,
  catalogue_version: sold.version,
  holds_until: null,
  paid_from: { allowance_images: 0, allowance_seconds: 0, month_end_cents: 0, balance_cents: priceCents },
});

export const quoteImage: Operation = {
  id: 'quoteImage',
  method: 'post',
  path: '/v1/images/quote',
  tag: 'Generate',
  summary: 'Ask for the price of an image',
  description,
  needsKey: true,
  parameters: [],
  request: {
    schema: imageGenerateRequestSchema,
    examples: [
      { title: 'A wide image', value: { prompt: 'aurora over a frozen lake', width: 1536, height: 864 } },
    ],
  },
  responses: [
    {
      status: 200,
      description: 'What the image would cost.',
      schema: imageQuoteSchema,
      examples: [
        {
          title: 'From the balance',
          value: (sold: Catalogue) => ({
            kind: 'image',
            ...commonOf(sold, imageOf(sold, { width: 1536, height: 864 })),
          }),
        },
      ],
    },
  ],
  problems,
};

export const quoteVideo: Operation = {
  id: 'quoteVideo',
  method: 'post',
  path: '/v1/videos/quote',
  tag: 'Generate',
  summary: 'Ask for the price of a video',
  description,
  needsKey: true,
  parameters: [],
  request: {
    schema: videoGenerateRequestSchema,
    examples: [{ title: 'Five seconds', value: { prompt: 'rain on a mountain lake', duration: 5 } }],
  },
  responses: [
    {
      status: 200,
      description: 'What the video would deliver and cost.',
      schema: videoQuoteSchema,
      examples: [
        {
          title: 'From the balance',
          value: (sold: Catalogue) => {
            const quote = videoOf(sold);
            const { resolution: price_tier, seconds: duration_seconds, frames } = quote;
            return {
              kind: 'video',
              mode: 'fast',
              price_tier,
              duration_seconds,
              frames,
              ...commonOf(sold, quote),
            };
          },
        },
      ],
    },
  ],
  problems: [
    ...problems,
    'invalid_mode',
    'mode_resolution_unsupported',
    'mode_duration_unsupported',
    'mode_input_unsupported',
    'mode_unavailable',
    'mode_temporarily_unavailable',
  ],
};
