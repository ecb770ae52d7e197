import type { Service, Vendor } from '../vendor.ts';

/** Its own fields of a form are texts, as in any form. */
const size = { size: '320x208', response_format: 'b64_json' };
const clip = {
  size: '256x144',
  width: '256',
  height: '144',
  num_frames: '25',
  fps: '24',
  seed: '7',
  generate_sound: 'true',
};

const image = (path: string, sends: Service['sends']): Service => ({
  order: new RegExp(`^POST /v1/images/${path}$`),
  sends: { ...size, ...sends },
  ordered: ({ end, base64 }) =>
    end === 'done'
      ? { created: 1, data: [{ b64_json: base64, url: null, revised_prompt: null }] }
      : [500, { detail: 'Image generation failed: engine is dead' }],
  orders: { failed: 2 },
});

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/videos$/,
  sends: { ...clip, ...sends },
  ordered: () => ({ id: 'video_gen_1', object: 'video', status: 'queued', progress: 0, created_at: 1 }),
  polled: {
    call: /^GET \/v1\/videos\/video_gen_1$/,
    answers: ({ end }) => [
      { id: 'video_gen_1', status: 'queued', progress: 0 },
      { id: 'video_gen_1', status: 'in_progress', progress: 0 },
      {
        done: { id: 'video_gen_1', status: 'completed', progress: 100, inference_time_s: 12.5 },
        failed: [
          500,
          { id: 'video_gen_1', status: 'failed', error: { code: 500, message: 'The engine failed.' } },
        ],
        refused: {},
        vanished: {},
        slow: { id: 'video_gen_1', status: 'in_progress', progress: 0 },
      }[end],
    ],
  },
  others: { 'GET /v1/videos/video_gen_1/content': ({ bytes }) => bytes },
  delete: /^DELETE \/v1\/videos\/video_gen_1$/,
});

export const vendor: Vendor = {
  profile: 'openai',
  hasNoFilter: true,
  services: {
    image: image('generations', { seed: 7 }),
    i2i: image('edits', { image: 'a file of image/png', seed: '7' }),
    video: video({}),
    i2v: video({ input_reference: 'a file of image/png' }),
  },
};
