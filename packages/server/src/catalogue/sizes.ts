import type { Size } from '@kinora/contract';

export type { Size };

/** Sizes in pixels, as a catalogue writes them. */

/** Reads `1280x720`. */
export function readSize(text: string): Size {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

export function formatSize({ width, height }: Size): string {
  return `${width}x${height}`;
}

export function longerSide({ width, height }: Size): number {
  return Math.max(width, height);
}
