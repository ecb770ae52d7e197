import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

/** Only an order names the part of the app that renders. */
const job = '/maker/painter/requests/r1';

const queue = (sends: Service['sends'], result: (file: string) => object): Service => ({
  order: /^POST \/maker\/painter\/fast$/,
  sends,
  headers: { 'x-fal-store-io': '0', 'x-fal-object-lifecycle-preference': /^\{"expiration_duration_seconds"/ },
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
      [202, { status: 'IN_QUEUE', queue_position: 0, response_url: `${at}${job}` }],
      [202, { status: 'IN_PROGRESS', logs: [], response_url: `${at}${job}` }],
      {
        done: { status: 'COMPLETED', response_url: `${at}${job}` },
        failed: { status: 'COMPLETED', error: 'Request failed', error_type: 'runner_disconnected' },
        refused: { status: 'COMPLETED', response_url: `${at}${job}` },
        vanished: {},
        slow: { status: 'IN_PROGRESS' },
      }[end],
    ],
  },
  others: {
    [`GET ${job}`]: ({ file, end }) => (end === 'refused' ? [422, { detail: [flagged] }] : result(file)),
  },
  cancel: /^PUT \/maker\/painter\/requests\/r1\/cancel$/,
});

const flagged = {
  loc: ['body', 'prompt'],
  msg: 'The content could not be processed because it was flagged by a content checker.',
  type: 'content_policy_violation',
};

const image = (url: string) => ({ images: [{ url }], has_nsfw_concepts: [false], seed: 7 });
const video = (url: string) => ({ video: { url } });
const upload = /^data:image\/png;base64,/;
const model = 'maker/painter/fast';

export const vendor: Vendor = {
  profile: 'fal',
  authorization: 'Key sk-hidden-1',
  settings: { imageModel: model, editModel: model, videoModel: model, animateModel: model },
  services: {
    image: queue({ image_size: { width: 320, height: 208 }, aspect_ratio: '3:2', seed: 7 }, image),
    i2i: queue({ image_url: upload, image_urls: { 0: upload }, seed: 7 }, image),
    video: queue({ aspect_ratio: '16:9', resolution: '480p', duration: '1', generate_audio: true }, video),
    i2v: queue({ image_url: upload, resolution: '480p', duration: '1', generate_audio: true }, video),
  },
};
