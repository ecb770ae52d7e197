import { modelListSchema, modelViewSchema } from '@kinora/contract';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

export const listModels: Operation = {
  id: 'listModels',
  method: 'get',
  path: '/v1/models',
  tag: 'Generate',
  summary: 'List the models',
  description: [
    'The models that this service sells, with what they render, what it costs, whether a worker renders it now and how long it would take. The modes of a video are models too, by the same names.',
  ],
  needsKey: false,
  parameters: [],
  responses: [{ status: 200, description: 'The models.', schema: modelListSchema, examples: [] }],
  problems: [],
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
  responses: [{ status: 200, description: 'The model.', schema: modelViewSchema }],
  problems: ['not_found'],
};
