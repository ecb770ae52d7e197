import type { Vendor } from '../vendor.ts';

type Service = NonNullable<Vendor['services']['image']>;

const request = (sends: Service['sends']): Service => ({
  order: /^POST \/v1\/flux-2-pro$/,
  sends: { width: 320, height: 208, output_format: 'png', seed: 7, ...sends },
  ordered: ({ at }) => ({ id: 'b1', polling_url: `${at}/v1/get_result?id=b1`, cost: 3, output_mp: 1 }),
  polled: {
    call: /^GET \/v1\/get_result\?id=b1$/,
    answers: ({ end, file }) => [
      { id: 'b1', status: 'Pending', result: null, progress: 0 },
      { id: 'b1', status: 'Pending', result: null, progress: 0.5 },
      {
        done: { id: 'b1', status: 'Ready', result: { sample: file, seed: 7 } },
        failed: { id: 'b1', status: 'Error', result: null, details: null },
        refused: {
          id: 'b1',
          status: 'Content Moderated',
          result: null,
          details: { 'Moderation Reasons': ['Violence'] },
        },
        vanished: {},
        slow: { id: 'b1', status: 'Pending', result: null },
      }[end],
    ],
    gone: { id: 'b1', status: 'Task not found', result: null },
  },
});

export const vendor: Vendor = {
  profile: 'bfl',
  keyHeader: 'x-key',
  authorization: 'sk-hidden-1',
  settings: { imageModel: 'flux-2-pro', editModel: 'flux-2-pro' },
  services: { image: request({ input_image: undefined }), i2i: request({ input_image: /^iVBOR/ }) },
};
