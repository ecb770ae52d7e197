import type { Service, Vendor } from '../vendor.ts';

const refused = 'The image was flagged by the safety checker.';

const image = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/images\/generations$/,
  sends: {
    model: 'maker/painter',
    width: 320,
    height: 208,
    response_format: 'base64',
    output_format: 'png',
    seed: 7,
    ...sends,
  },
  ordered: ({ end, base64 }) =>
    ({
      done: {
        id: 'o1',
        model: 'maker/painter',
        object: 'list',
        data: [{ index: 0, type: 'b64_json', b64_json: base64 }],
      },
      refused: [
        422,
        { id: 'o1', error: { message: refused, type: 'invalid_request_error', param: null, code: null } },
      ],
    })[end as 'done' | 'refused'] ?? [
      500,
      {
        id: 'o1',
        error: { message: 'Internal server error', type: 'server_error', param: null, code: null },
      },
    ],
  orders: { failed: 2 },
});

const record = { id: '019a', model: 'maker/painter', inputs: { width: 256, height: 144 } };

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/v2\/videos$/,
  sends: {
    model: 'maker/painter',
    width: 256,
    height: 144,
    seconds: '1',
    fps: 24,
    generate_audio: true,
    seed: 7,
    ...sends,
  },
  ordered: () => ({ ...record, status: 'queued' }),
  polled: {
    call: /^GET \/v2\/videos\/019a$/,
    answers: ({ end, file }) => [
      { ...record, status: 'queued', info: { errors: null } },
      { ...record, status: 'in_progress', info: { errors: null } },
      {
        done: { ...record, status: 'completed', outputs: { cost: 0.28, video_url: file } },
        failed: { ...record, status: 'failed', error: { message: 'The worker crashed.' } },
        refused: { ...record, status: 'failed', error: { message: refused } },
        vanished: {},
        slow: { ...record, status: 'in_progress' },
      }[end],
    ],
  },
});

const upload = /^data:image\/png;base64,/;

export const vendor: Vendor = {
  profile: 'together',
  services: {
    image: image({}),
    i2i: image({ image_url: upload }),
    video: video({}),
    i2v: video({ media: { frame_images: { 0: { input_image: upload, frame: 'first' } } } }),
  },
};
