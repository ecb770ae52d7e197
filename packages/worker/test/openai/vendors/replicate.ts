import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

const prediction = (input: Service['sends'], isList: boolean): Service => ({
  order: /^POST \/v1\/predictions$/,
  sends: { version: 'maker/painter', input },
  ordered: ({ at }) => [
    201,
    {
      id: 'p1',
      status: 'starting',
      output: null,
      error: null,
      urls: { get: `${at}/v1/predictions/p1`, cancel: `${at}/v1/predictions/p1/cancel` },
    },
  ],
  polled: {
    call: /^GET \/v1\/predictions\/p1$/,
    answers: ({ end, file }) => [
      { id: 'p1', status: 'starting', output: null, error: null },
      { id: 'p1', status: 'processing', output: null, error: null },
      {
        done: { id: 'p1', status: 'succeeded', output: isList ? [file] : file },
        failed: { id: 'p1', status: 'failed', error: 'Prediction interrupted' },
        refused: { id: 'p1', status: 'failed', error: 'NSFW content detected. Try another prompt.' },
        vanished: {},
        slow: { id: 'p1', status: 'processing' },
      }[end],
    ],
  },
  cancel: /^POST \/v1\/predictions\/p1\/cancel$/,
});

export const vendor: Vendor = {
  profile: 'replicate',
  services: {
    image: prediction({ aspect_ratio: '3:2', output_format: 'png', seed: 7 }, true),
    i2i: prediction({ input_image: /^data:image\/png;base64,/, output_format: 'png', seed: 7 }, false),
    video: prediction({ aspect_ratio: '16:9', resolution: '480p', duration: 1, generate_audio: true }, false),
    i2v: prediction({ image: /^data:image\/png;base64,/, resolution: '480p', duration: 1, seed: 7 }, false),
  },
};
