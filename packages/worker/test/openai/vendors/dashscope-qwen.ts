import type { Vendor } from '../vendor.ts';
import { message, type Service, upload } from './dashscope.ts';

/** Answered with the result. */
const image = (content: Service['sends']): Service => ({
  order: /^POST \/api\/v1\/services\/aigc\/multimodal-generation\/generation$/,
  sends: {
    model: 'maker/painter',
    input: { messages: { 0: { role: 'user', content } } },
    parameters: { size: '320*208', n: 1, seed: 7 },
  },
  headers: { 'x-dashscope-async': undefined },
  ordered: ({ end, file }) =>
    ({
      done: { output: message(file), usage: { image_count: 1 }, request_id: 'q1' },
      refused: [
        400,
        {
          request_id: 'q1',
          code: 'DataInspectionFailed',
          message: 'Input data may contain inappropriate content.',
        },
      ] as const,
    })[end as 'done' | 'refused'] ?? [
      500,
      { request_id: 'q1', code: 'InternalError', message: 'An internal error has occurred.' },
    ],
  orders: { failed: 2 },
});

export const vendor: Vendor = {
  profile: 'dashscope-qwen',
  services: {
    image: image({ 0: { text: /lighthouse/ } }),
    i2i: image({ 0: { text: /lighthouse/ }, 1: { image: upload } }),
  },
};
