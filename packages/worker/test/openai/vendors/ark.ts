import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

const sensitive = {
  code: 'InputTextSensitiveContentDetected',
  message: 'The request failed because the input text may contain sensitive information.',
  type: 'BadRequest',
};

/** Answered with the image, in the form of OpenAI's interface. */
const image = (sends: Service['sends']): Service => ({
  order: /^POST \/api\/v3\/images\/generations$/,
  sends: { model: 'maker/painter', size: '320x208', response_format: 'b64_json', watermark: false, ...sends },
  ordered: ({ end, base64 }) =>
    ({
      done: { model: 'seedream-4-0', created: 1, data: [{ b64_json: base64, size: '320x208' }] },
      refused: [400, { error: sensitive }] as const,
    })[end as 'done' | 'refused'] ?? [
      500,
      { error: { code: 'InternalServiceError', message: 'The service encountered an unexpected error.' } },
    ],
  orders: { failed: 2 },
});

const task = (sends: Service['sends']): Service => ({
  order: /^POST \/api\/v3\/contents\/generations\/tasks$/,
  sends: {
    model: 'maker/painter',
    resolution: '480p',
    duration: 1,
    seed: 7,
    generate_audio: true,
    watermark: false,
    ...sends,
  },
  ordered: () => ({ id: 'cgt-1' }),
  polled: {
    call: /^GET \/api\/v3\/contents\/generations\/tasks\/cgt-1$/,
    answers: ({ end, file }) => [
      { id: 'cgt-1', model: 'seedance-1-5-pro', status: 'queued', created_at: 1, updated_at: 1 },
      { id: 'cgt-1', model: 'seedance-1-5-pro', status: 'running', created_at: 1, updated_at: 2 },
      {
        done: {
          id: 'cgt-1',
          status: 'succeeded',
          content: { video_url: file },
          usage: { completion_tokens: 49_680, total_tokens: 49_680 },
          resolution: '480p',
          ratio: '16:9',
          duration: 1,
          framespersecond: 24,
        },
        failed: {
          id: 'cgt-1',
          status: 'failed',
          error: { code: 'InternalServiceError', message: 'The service encountered an unexpected error.' },
        },
        refused: { id: 'cgt-1', status: 'failed', error: sensitive },
        vanished: {},
        slow: { id: 'cgt-1', status: 'running' },
      }[end],
    ],
  },
  delete: /^DELETE \/api\/v3\/contents\/generations\/tasks\/cgt-1$/,
});

export const vendor: Vendor = {
  profile: 'ark',
  services: {
    image: image({ seed: 7 }),
    i2i: image({ image: /^data:image\/png;base64,/ }),
    video: task({ content: { 0: { type: 'text', text: /lighthouse/ } }, ratio: '16:9' }),
    i2v: task({
      content: {
        0: { type: 'text', text: /lighthouse/ },
        1: { type: 'image_url', image_url: { url: /^data:image\/png;base64,/ }, role: 'first_frame' },
      },
      ratio: 'adaptive',
    }),
  },
};
