import type { Service, Vendor } from '../vendor.ts';

const error = (message: string, code: string) => ({
  error: { message, type: 'new_api_error', param: '', code },
});

const image = (path: string, sends: Service['sends']): Service => ({
  order: new RegExp(`^POST /v1/images/${path}$`),
  sends: { model: 'maker/painter', size: '320x208', ...sends },
  ordered: ({ end, base64 }) =>
    ({
      done: { created: 1, data: [{ url: '', b64_json: base64, revised_prompt: '' }] },
      refused: [400, error('Your request was rejected by the safety system.', 'content_policy_violation')],
    })[end as 'done' | 'refused'] ?? [500, error('upstream error', 'bad_response_status_code')],
  orders: { failed: 2 },
});

/** What is within says how it goes: the outer word is that of the call. */
const task = (data: object) => ({ code: 'success', message: '', data: { task_id: 'task_1', ...data } });

const video = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/video\/generations$/,
  sends: { model: 'maker/painter', duration: 1, size: '256x144', width: 256, height: 144, seed: 7, ...sends },
  ordered: () => ({ task_id: 'task_1', status: 'queued' }),
  polled: {
    call: /^GET \/v1\/video\/generations\/task_1$/,
    answers: ({ end, file }) => [
      task({ status: 'SUBMITTED', progress: '10%', fail_reason: '' }),
      task({ status: 'IN_PROGRESS', progress: '30%', fail_reason: '' }),
      {
        done: task({ status: 'SUCCESS', progress: '100%', result_url: file, fail_reason: '' }),
        failed: task({ status: 'FAILURE', progress: '100%', fail_reason: 'internal error' }),
        refused: task({
          status: 'FAILURE',
          progress: '100%',
          fail_reason: 'It violates our content policy.',
        }),
        vanished: {},
        slow: task({ status: 'IN_PROGRESS', progress: '30%', fail_reason: '' }),
      }[end],
    ],
    gone: [400, { code: 'task_not_exist', message: 'task_not_exist', data: null }],
  },
  orders: { vanished: 1 },
});

export const vendor: Vendor = {
  profile: 'new-api',
  services: {
    image: image('generations', { seed: 7 }),
    i2i: image('edits', { image: 'a file of image/png' }),
    video: video({ fps: 24 }),
    i2v: video({ image: /^data:image\/png;base64,/ }),
  },
};
