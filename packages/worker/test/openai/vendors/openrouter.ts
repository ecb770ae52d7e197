import type { Service, Vendor } from '../vendor.ts';

const flagged = {
  error: {
    code: 403,
    message: 'Your chosen model requires moderation and your input was flagged',
    metadata: {
      reasons: ['violence'],
      flagged_input: 'a very secret lighthouse',
      provider_name: 'Maker',
      model_slug: 'maker/painter',
    },
  },
};

const image = (sends: Service['sends']): Service => ({
  order: /^POST \/api\/v1\/images$/,
  sends: {
    model: 'maker/painter',
    aspect_ratio: '3:2',
    resolution: '1K',
    output_format: 'png',
    seed: 7,
    ...sends,
  },
  ordered: ({ end, base64 }) =>
    ({
      done: {
        created: 1,
        data: [{ b64_json: base64, media_type: 'image/png' }],
        usage: { prompt_tokens: 5, completion_tokens: 1290, total_tokens: 1295, cost: 0.0625 },
      },
      refused: [403, flagged],
    })[end as 'done' | 'refused'] ?? [500, { error: { code: 500, message: 'Internal Server Error' } }],
  costCents: 6.25,
  orders: { failed: 2 },
});

const record = { id: 'gen-vid-1', generation_id: null, polling_url: '/api/v1/videos/gen-vid-1' };

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/api\/v1\/videos$/,
  sends: {
    model: 'maker/painter',
    aspect_ratio: '16:9',
    resolution: '480p',
    duration: 1,
    generate_audio: true,
    seed: 7,
    ...sends,
  },
  ordered: () => [202, { ...record, status: 'pending' }],
  polled: {
    call: /^GET \/api\/v1\/videos\/gen-vid-1$/,
    answers: ({ at, end }) => [
      { ...record, status: 'pending' },
      { ...record, status: 'in_progress' },
      {
        done: {
          ...record,
          status: 'completed',
          urls: ['https://storage.invalid/signed.mp4'],
          unsigned_urls: [`${at}/api/v1/videos/gen-vid-1/content?index=0`],
          usage: { cost: 0.5, is_byok: false },
        },
        failed: { ...record, status: 'failed', error: 'Provider returned an error' },
        refused: { ...record, status: 'failed', error: 'The prompt violates the content policy.' },
        vanished: {},
        slow: { ...record, status: 'in_progress' },
      }[end],
    ],
  },
  others: { 'GET /api/v1/videos/gen-vid-1/content?index=0': ({ bytes }) => bytes },
  costCents: 50,
});

const upload = { type: 'image_url', image_url: { url: /^data:image\/png;base64,/ } };

export const vendor: Vendor = {
  profile: 'openrouter',
  services: {
    image: image({}),
    i2i: image({ input_references: { 0: upload } }),
    video: video({}),
    i2v: video({ frame_images: { 0: { ...upload, frame_type: 'first_frame' } } }),
  },
};
