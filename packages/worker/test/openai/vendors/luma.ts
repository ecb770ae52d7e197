import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['video']>;

const generation = (path: string, sends: Service['sends'], assets: (file: string) => object): Service => ({
  order: new RegExp(`^POST /dream-machine/v1/${path}$`),
  sends: { model: 'maker/painter', prompt: /lighthouse/, ...sends },
  ordered: () => [201, { id: 'g1', state: 'queued', failure_reason: null, assets: null }],
  polled: {
    call: /^GET \/dream-machine\/v1\/generations\/g1$/,
    answers: ({ end, file }) => [
      { id: 'g1', state: 'queued', failure_reason: null, assets: null },
      { id: 'g1', state: 'dreaming', failure_reason: null, assets: null },
      {
        done: { id: 'g1', state: 'completed', failure_reason: null, assets: assets(file) },
        failed: { id: 'g1', state: 'failed', failure_reason: 'Job failed', assets: null },
        refused: {
          id: 'g1',
          state: 'failed',
          failure_reason: '400: Content moderation failed',
          assets: null,
        },
        vanished: {},
        slow: { id: 'g1', state: 'dreaming', failure_reason: null, assets: null },
      }[end],
    ],
  },
  delete: /^DELETE \/dream-machine\/v1\/generations\/g1$/,
});

export const vendor: Vendor = {
  profile: 'luma',
  services: {
    image: {
      ...generation('generations/image', { aspect_ratio: '3:2' }, (image) => ({ image, video: null })),
      orders: { vanished: 1 },
    },
    video: generation(
      'generations',
      { aspect_ratio: '16:9', resolution: '480p', duration: '1s' },
      (video) => ({ image: 'https://luma.invalid/first.jpg', video }),
    ),
  },
};
