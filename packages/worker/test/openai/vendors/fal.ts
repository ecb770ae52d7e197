import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

const job = '/maker/painter/requests/r1';

const queue = (sends: Service['sends'], result: (file: string) => object): Service => ({
  order: /^POST \/maker\/painter$/,
  sends,
  ordered: ({ at }) => ({
    request_id: 'r1',
    status: 'IN_QUEUE',
    queue_position: 0,
    status_url: `${at}${job}/status`,
    response_url: `${at}${job}`,
    cancel_url: `${at}${job}/cancel`,
  }),
  polled: {
    call: /^GET \/maker\/painter\/requests\/r1\/status$/,
    answers: ({ at, end }) => [
      { status: 'IN_QUEUE', queue_position: 0, response_url: `${at}${job}` },
      { status: 'IN_PROGRESS', logs: [], response_url: `${at}${job}` },
      {
        done: { status: 'COMPLETED', response_url: `${at}${job}` },
        failed: { status: 'COMPLETED', error: 'Request failed', error_type: 'internal_error' },
        refused: {
          status: 'COMPLETED',
          error: 'flagged by a content checker',
          error_type: 'content_policy_violation',
        },
        vanished: {},
        slow: { status: 'IN_PROGRESS' },
      }[end],
    ],
  },
  others: { [`GET ${job}`]: ({ file }) => result(file) },
  cancel: /^PUT \/maker\/painter\/requests\/r1\/cancel$/,
});

const image = (url: string) => ({ images: [{ url }], has_nsfw_concepts: [false], seed: 7 });
const video = (url: string) => ({ video: { url } });

export const vendor: Vendor = {
  profile: 'fal',
  authorization: 'Key sk-hidden-1',
  services: {
    image: queue({ image_size: { width: 320, height: 208 }, seed: 7 }, image),
    i2i: queue({ image_url: /^data:image\/png;base64,/, seed: 7 }, image),
    video: queue({ aspect_ratio: '16:9', duration: '1', seed: 7 }, video),
    i2v: queue({ image_url: /^data:image\/png;base64,/, duration: '1', seed: 7 }, video),
  },
};
