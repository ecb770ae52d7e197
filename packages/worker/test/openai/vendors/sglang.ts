import type { Service, Vendor } from '../vendor.ts';

const image = (path: string, sends: Service['sends']): Service => ({
  order: new RegExp(`^POST /v1/images/${path}$`),
  sends: { size: '320x208', response_format: 'b64_json', ...sends },
  ordered: ({ end, base64 }) =>
    end === 'done'
      ? { id: 'r1', created: 1, data: [{ b64_json: base64, url: null, file_path: null }] }
      : [500, { detail: 'Internal Server Error' }],
  orders: { failed: 2 },
});

const record = { id: 'r1', object: 'video', size: '256x144', seconds: '1', quality: 'standard' };

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/videos$/,
  sends: { size: '256x144', ...sends },
  ordered: () => ({ ...record, status: 'queued', progress: 0 }),
  polled: {
    call: /^GET \/v1\/videos\/r1$/,
    answers: ({ end }) => [
      { ...record, status: 'queued', progress: 0 },
      {
        done: { ...record, status: 'completed', progress: 100, completed_at: 2 },
        failed: { ...record, status: 'failed', progress: 0, error: { message: 'The scheduler failed.' } },
        refused: {},
        vanished: {},
        slow: { ...record, status: 'queued', progress: 0 },
      }[end],
    ],
  },
  others: { 'GET /v1/videos/r1/content': ({ bytes }) => bytes },
  delete: /^DELETE \/v1\/videos\/r1$/,
});

/** A form had to have an image in older versions: without one, the body is JSON. */
export const vendor: Vendor = {
  profile: 'openai',
  settings: { videoBody: 'json' },
  hasNoFilter: true,
  services: {
    image: image('generations', { seed: 7 }),
    i2i: image('edits', { image: 'a file of image/png' }),
    video: video({ seconds: '1', num_frames: 25, fps: 24, seed: 7 }),
    i2v: video({ input_reference: 'a file of image/png', num_frames: '25', fps: '24' }),
  },
};
