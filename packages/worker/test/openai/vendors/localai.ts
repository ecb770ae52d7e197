import type { Service, Vendor } from '../vendor.ts';

const answered = (order: RegExp, sends: Service['sends']): Service => ({
  order,
  sends: { model: 'maker/painter', response_format: 'b64_json', seed: 7, ...sends },
  ordered: ({ end, base64 }) =>
    end === 'done'
      ? { created: 1, id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890', data: [{ b64_json: base64 }] }
      : [500, { error: { code: 500, message: 'rpc error: could not load model', type: '' } }],
  orders: { failed: 2 },
});

const image = /^POST \/v1\/images\/generations$/;
const video = /^POST \/video$/;
const clip = { width: 256, height: 144, num_frames: 25, fps: 24 };

export const vendor: Vendor = {
  profile: 'localai',
  hasNoFilter: true,
  services: {
    image: answered(image, { size: '320x208' }),
    i2i: answered(image, { size: '320x208', file: /^iVBOR/ }),
    video: answered(video, clip),
    i2v: answered(video, { ...clip, start_image: /^data:image\/png;base64,/ }),
  },
};
