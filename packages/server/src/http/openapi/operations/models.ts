import { type ModelView, modelListSchema, modelViewSchema } from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

const fast: ModelView = {
  kind: 'video',
  id: 'fast',
  title: 'Fast',
  description: 'Videos of up to ten seconds in any size, the quickest and the cheapest.',
  operations: ['video', 'i2v'],
  sizes: ['1280x720', '720x1280', '720x720', '1080x720', '720x1080'],
  default_size: '1280x720',
  grid: { step: 64, min_side: 256, max_side: 2560 },
  plans: null,
  included_weight: 1,
  available: true,
  start_seconds: null,
  estimated_wait_seconds: 12,
  mode: 'fast',
  seconds: { min: 1, max: 10 },
  default_seconds: 5,
  frames_per_second: 24,
  frame_step: 8,
  sound: true,
  price: [
    { price_tier: 'hd', up_to_side: 1280, cents_per_second: 10 },
    { price_tier: 'fhd', up_to_side: 1920, cents_per_second: 15 },
    { price_tier: '2k', up_to_side: 2560, cents_per_second: 20 },
  ],
};

export const listModels: Operation = {
  id: 'listModels',
  method: 'get',
  path: '/v1/models',
  tag: 'Generate',
  summary: 'List the models',
  description: [
    'The models that this service sells, with what they render, what it costs, whether a worker renders it now and how long it would take. The modes of a video are models too, by the same names.',
    'It needs no key. With one, the prices are those of its account, which may have a price list of its own.',
  ],
  needsKey: false,
  parameters: [],
  responses: [
    {
      status: 200,
      description: 'The models.',
      schema: modelListSchema,
      examples: [
        { title: 'A video model', value: { models: [fast], catalogue_version: 1, holds_until: null } },
      ],
    },
  ],
  problems: ['unauthorized', 'usage_unavailable'],
};

export const readModel: Operation = {
  id: 'readModel',
  method: 'get',
  path: '/v1/models/{id}',
  tag: 'Generate',
  summary: 'Read a model',
  description: ['One of them.'],
  needsKey: false,
  parameters: [
    { name: 'id', in: 'path', required: true, description: 'The id of a model.', schema: z.string() },
  ],
  responses: [
    {
      status: 200,
      description: 'The model.',
      schema: modelViewSchema,
      examples: [{ title: 'A video model', value: fast }],
    },
  ],
  problems: ['unauthorized', 'not_found', 'usage_unavailable'],
};
