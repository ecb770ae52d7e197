import type { Codecs } from './codecs.ts';
import { collectGarbage } from './collect-garbage.ts';

/** Decoded and encoded frames hold up to 10 MB each. */
const MAX_CLOSED_BYTES = 32_000_000;

let closedBytes = 0;

/**
 * Closes a frame. Its pixels stay in memory until the object is collected, and the garbage collector does not count them:
 * a video would leave hundreds of megabytes. So it is called here once enough frames are closed, which takes about 1 ms.
 */
export function closeFrame(frame: InstanceType<Codecs['VideoFrame']>): void {
  closedBytes += frame.codedWidth * frame.codedHeight * 1.5;
  frame.close();
  if (closedBytes < MAX_CLOSED_BYTES) return;
  closedBytes = 0;
  collectGarbage({ type: 'minor' });
}
