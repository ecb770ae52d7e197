import type { Service, Vendor } from '../vendor.ts';

const upload = /^data:image\/png;base64,/;
const usage = { cost_in_usd_ticks: 200_000_000 };

const image = (path: string, sends: Service['sends']): Service => ({
  order: new RegExp(`^POST /v1/images/${path}$`),
  sends: {
    model: 'maker/painter',
    resolution: '1k',
    response_format: 'b64_json',
    seed: undefined,
    ...sends,
  },
  ordered: ({ end, base64 }) =>
    ({
      done: { data: [{ b64_json: base64, mime_type: 'image/jpeg', respect_moderation: true }], usage },
      refused: { data: [{ b64_json: null, respect_moderation: false }], usage },
    })[end as 'done' | 'refused'] ?? [500, { code: 'internal', error: 'Internal server error' }],
  withholds: true,
  costCents: 2,
  orders: { failed: 2 },
});

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/videos\/generations$/,
  sends: { model: 'maker/painter', resolution: '480p', duration: 1, seed: undefined, ...sends },
  ordered: () => ({ request_id: 'd97415a1' }),
  polled: {
    call: /^GET \/v1\/videos\/d97415a1$/,
    answers: ({ end, file }) => {
      const done = (respect: boolean) => ({
        status: 'done',
        video: { url: respect ? file : '', duration: 1, respect_moderation: respect },
        model: 'grok-imagine-video',
        usage,
        progress: 100,
      });
      return [
        [202, new Uint8Array()],
        [202, { status: 'pending', progress: 10 }],
        {
          done: done(true),
          failed: { status: 'failed', error: { code: 'internal_error', message: 'It failed.' } },
          refused: done(false),
          vanished: {},
          slow: [202, { status: 'pending', progress: 10 }],
        }[end],
      ];
    },
  },
  withholds: true,
  costCents: 2,
});

export const vendor: Vendor = {
  profile: 'xai',
  services: {
    image: image('generations', { aspect_ratio: '3:2' }),
    i2i: image('edits', { image: { type: 'image_url', url: upload } }),
    video: video({ aspect_ratio: '16:9' }),
    i2v: video({ image: { url: upload } }),
  },
};
