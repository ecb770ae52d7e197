import type { RenderedFile, RenderedMedia } from '@kinora/engine/engine';
import { encodePng } from '@kinora/media/encode-png';

/** What an engine rendered, as a file: neither checked nor marked. */
export async function encoded(media: RenderedMedia): Promise<RenderedFile> {
  if ('bytes' in media) return media;
  return { bytes: await encodePng(media), mime: 'image/png', width: media.width, height: media.height };
}
