import { modelListSchema, modelViewSchema } from '@kinora/contract';
import { z } from 'zod';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { modelView, sellerOf } from '../../v1/model-view.ts';
import type { Operation } from '../operation.ts';

const fast = (sold: Catalogue) => modelView(sold.videoModelOf('fast'), true, 12);

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
        {
          title: 'A video model',
          value: (sold: Catalogue) => ({
            service: sellerOf(sold),
            models: [fast(sold)],
            catalogue_version: sold.version,
            holds_until: null,
          }),
        },
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
