import type { RenderKind } from '@kinora/contract';
import { sha256 } from '../kernel/ids.ts';
import type { Size } from '../pricing/video-modes.ts';

/** Everything that decides the pixels of a stored image. */
interface Rendered extends Size {
  readonly accountId: string;
  readonly kind: RenderKind;
  readonly prompt: string;
  readonly seed: number;
  /** The uploaded image, as we encoded it again. */
  readonly png: Uint8Array | undefined;
}

/**
 * What the mark of an image is derived from. The same request of an account gives the same bytes by either interface,
 * so its mark says the same as well.
 */
export function watermarkSubject({ accountId, kind, prompt, seed, width, height, png }: Rendered): string {
  const upload = png === undefined ? '' : sha256(png).toString('hex');
  return JSON.stringify([accountId, kind, prompt, seed, width, height, upload]);
}
