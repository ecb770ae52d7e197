import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

/** An endpoint with a queue. What is in `output` is up to its worker. */
const endpoint = (
  name: string,
  input: Service['sends'],
  output: (file: string, base64: string) => unknown,
): Service => ({
  order: new RegExp(`^POST /v2/${name}/run$`),
  sends: { input: { prompt: /lighthouse/, seed: 7, ...input } },
  ordered: () => ({ id: 'j1-e1', status: 'IN_QUEUE' }),
  polled: {
    call: new RegExp(`^GET /v2/${name}/status/j1-e1$`),
    answers: ({ end, file, base64 }) => [
      { id: 'j1-e1', status: 'IN_QUEUE', delayTime: 10 },
      { id: 'j1-e1', status: 'IN_PROGRESS', delayTime: 10, workerId: 'w1' },
      {
        done: {
          id: 'j1-e1',
          status: 'COMPLETED',
          delayTime: 10,
          executionTime: 900,
          output: output(file, base64),
        },
        failed: {
          id: 'j1-e1',
          status: 'FAILED',
          error: '{"error_type": "RuntimeError", "error_message": "no"}',
        },
        refused: {
          id: 'j1-e1',
          status: 'FAILED',
          error: 'Potential NSFW content was detected in the image.',
        },
        vanished: {},
        slow: { id: 'j1-e1', status: 'IN_PROGRESS' },
      }[end],
    ],
  },
  cancel: new RegExp(`^POST /v2/${name}/cancel/j1-e1$`),
});

const upload = /^data:image\/png;base64,/;

export const vendor: Vendor = {
  profile: 'runpod',
  settings: { imageModel: 'flux', editModel: 'kontext', videoModel: 'wan-t2v', animateModel: 'wan-i2v' },
  services: {
    // The image of a ComfyUI.
    image: {
      ...endpoint('flux', { width: 320, height: 208 }, (_, data) => ({
        images: [{ filename: 'ComfyUI_00001_.png', type: 'base64', data }],
      })),
      orders: { vanished: 1 },
    },
    i2i: endpoint('kontext', { image: upload }, (image_url) => ({ cost: 0.025, image_url })),
    video: endpoint('wan-t2v', { size: '256*144', duration: 1 }, (result) => ({ cost: 0.5, result })),
    i2v: endpoint('wan-i2v', { image: upload, size: '256*144' }, (video_url) => ({ cost: 0.5, video_url })),
  },
};
