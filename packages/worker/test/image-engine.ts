import type { Engine } from '@kinora/engine/engine';

/** An engine for images, except how it renders. */
export const IMAGE_ENGINE: Omit<Engine, 'render'> = {
  name: 'test',
  version: '1',
  origin: 'rules',
  capabilities: [{ operation: 'image', model: 'image', longestSide: 1024 }],
  zeroRetention: true,
};
