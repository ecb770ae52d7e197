import { previewImage } from '@kinora/media/preview-image';
import type { MakePreview } from '../jobs/views/read-preview.ts';
import { createSlots } from '../kernel/slots.ts';
import { loadOptional, NotInstalled } from './optional-package.ts';

/** Previews made at once; each has a whole result in memory. */
const SLOTS = 2;

/**
 * Wires the previews of results: of a video, its first frame. A server that is installed without the codecs has
 * none of videos.
 */
export function wirePreviews(): {
  readonly makePreview: MakePreview;
} {
  const inSlot = createSlots(SLOTS);
  return {
    makePreview: (pool, read) =>
      inSlot(async () => {
        if (pool === 'image') return previewImage(await read());
        const previewVideo = await loadPreviewVideo();
        return previewVideo?.(await read());
      }),
  };
}

async function loadPreviewVideo() {
  try {
    return (await loadOptional('video', () => import('@kinora/video/preview-video'))).previewVideo;
  } catch (error) {
    if (error instanceof NotInstalled) return undefined;
    throw error;
  }
}
