import type { Vendor } from '../vendor.ts';

export const vendor: Vendor = {
  profile: 'fireworks',
  services: {
    image: {
      order: /^POST \/inference\/v1\/workflows\/maker\/painter\/text_to_image$/,
      sends: { aspect_ratio: '3:2', seed: 7 },
      headers: { accept: 'application/json' },
      ordered: ({ end, base64 }) =>
        ({
          done: {
            id: '1',
            base64: [`data:image/png;base64,${base64}`],
            finishReason: 'SUCCESS',
            seed: 7,
          },
          refused: { id: '1', base64: [], finishReason: 'CONTENT_FILTERED', seed: 7 },
        })[end as 'done' | 'refused'] ?? [500, { error: { message: 'Internal server error' } }],
      withholds: true,
      orders: { failed: 2 },
    },
  },
};
