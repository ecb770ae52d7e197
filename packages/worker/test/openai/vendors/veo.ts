import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['video']>;

const name = 'models/veo-3.1/operations/o1';

const operation = (instance: Service['sends']): Service => ({
  order: /^POST \/v1beta\/models\/veo-3\.1:predictLongRunning$/,
  sends: {
    instances: { 0: { prompt: /lighthouse/, ...instance } },
    parameters: { aspectRatio: '16:9', resolution: '480p', durationSeconds: 1 },
  },
  headers: { 'x-goog-api-key': 'sk-hidden-1', authorization: undefined },
  ordered: () => ({ name }),
  polled: {
    call: new RegExp(`^GET /v1beta/${name}$`),
    answers: ({ end, file }) => [
      { name },
      {
        done: {
          name,
          done: true,
          response: { generateVideoResponse: { generatedSamples: [{ video: { uri: file } }] } },
        },
        failed: { name, done: true, error: { code: 13, message: 'Internal error. Please try again later.' } },
        refused: {
          name,
          done: true,
          error: { code: 3, message: 'The prompt contains words that violate our usage guidelines.' },
        },
        vanished: {},
        slow: { name },
      }[end],
    ],
  },
});

export const vendor: Vendor = {
  profile: 'veo',
  keyHeader: 'x-goog-api-key',
  authorization: 'sk-hidden-1',
  settings: { videoModel: 'veo-3.1', animateModel: 'veo-3.1' },
  services: {
    video: operation({}),
    i2v: operation({ image: { bytesBase64Encoded: /^iVBOR/, mimeType: 'image/png' } }),
  },
};
