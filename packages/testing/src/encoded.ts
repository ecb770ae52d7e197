import type { RenderedFile, RenderedMedia } from '@kinora/engine/engine';
import { encodePng } from '@kinora/media/encode-png';

/** What an engine rendered, as a file: neither checked nor marked. */
export async function encoded(media: RenderedMedia): Promise<RenderedFile> {
  if ('bytes' in media) return media;
  const { data, channels, ...more } = media;
  return { ...more, bytes: await encodePng(media), mime: 'image/png' };
}
