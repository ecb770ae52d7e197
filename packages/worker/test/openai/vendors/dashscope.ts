import type { Vendor } from '../vendor.ts';

export type Service = NonNullable<Vendor['services']['image']>;

export const upload = /^data:image\/png;base64,/;

/** A task of DashScope, whatever it makes. One that it no longer has is answered as any other. */
export const task = (
  service: string,
  sends: Service['sends'],
  output: (file: string) => object,
): Service => ({
  order: new RegExp(`^POST /api/v1/services/aigc/${service}$`),
  sends: { model: 'maker/painter', ...sends },
  headers: { 'x-dashscope-async': 'enable' },
  ordered: () => ({ output: { task_status: 'PENDING', task_id: 't1' }, request_id: 'q0' }),
  polled: {
    call: /^GET \/api\/v1\/tasks\/t1$/,
    answers: ({ end, file }) =>
      [
        { task_id: 't1', task_status: 'PENDING' },
        { task_id: 't1', task_status: 'RUNNING', submit_time: '2026-01-01 00:00:00.000' },
        {
          done: { task_id: 't1', task_status: 'SUCCEEDED', ...output(file) },
          failed: { task_id: 't1', task_status: 'FAILED', code: 'InternalError', message: 'Internal error.' },
          refused: {
            task_id: 't1',
            task_status: 'FAILED',
            code: 'DataInspectionFailed',
            message: 'Input data may contain inappropriate content.',
          },
          vanished: {},
          slow: { task_id: 't1', task_status: 'RUNNING' },
        }[end],
      ].map((one) => ({ request_id: 'q1', output: one })),
    gone: { request_id: 'q2', output: { task_id: 't1', task_status: 'UNKNOWN' } },
  },
  cancel: /^POST \/api\/v1\/tasks\/t1\/cancel$/,
  // Nobody knows whether it was rendered.
  orders: { vanished: 1 },
});

export const message = (file: string) => ({
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: file }] } }],
});

const image = (content: Service['sends']) =>
  task(
    'image-generation/generation',
    {
      input: { messages: { 0: { role: 'user', content } } },
      parameters: { size: '320*208', n: 1, seed: 7, watermark: false },
    },
    (file) => ({ ...message(file), finished: true }),
  );

const video = (input: Service['sends'], parameters: Service['sends']) =>
  task(
    'video-generation/video-synthesis',
    {
      input: { prompt: /lighthouse/, ...input },
      parameters: { resolution: '480P', duration: 1, seed: 7, watermark: false, ...parameters },
    },
    (file) => ({ video_url: file, orig_prompt: 'a lighthouse' }),
  );

export const vendor: Vendor = {
  profile: 'dashscope',
  services: {
    image: image({ 0: { text: /lighthouse/ } }),
    i2i: image({ 0: { text: /lighthouse/ }, 1: { image: upload } }),
    video: video({}, { ratio: '16:9' }),
    i2v: video({ media: { 0: { type: 'first_frame', url: upload } } }, {}),
  },
};
