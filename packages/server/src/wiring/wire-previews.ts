import { buffer } from 'node:stream/consumers';
import { findFirstFrame } from '@kinora/media/artifacts/first-frame';
import { MP4_HEAD_BYTES } from '@kinora/media/artifacts/mp4-index';
import { previewImage } from '@kinora/media/preview-image';
import { createReadPreview, type PreviewSource, type ReadPreview } from '../jobs/views/read-preview.ts';
import { createFairSlots } from '../kernel/fair-slots.ts';
import type { Blobs } from '../storage/blobs.ts';
import { readParts } from '../storage/read-parts.ts';
import { NotInstalled } from './optional-package.ts';
import { loadDecoder } from './wire-decoding.ts';

/** Previews made at once; each has a whole image in memory, or a process that decodes a frame. */
const SLOTS = 2;

/**
 * Wires the previews of results: of a video, its first frame. A server that is installed without the codecs has
 * none of videos.
 */
export function wirePreviews(blobs: Blobs): { readonly readPreview: ReadPreview } {
  const inSlot = createFairSlots(SLOTS);
  return {
    readPreview: createReadPreview(blobs, (source) =>
      inSlot(source.viewerId, () =>
        source.medium === 'image' ? previewOfImage(source) : previewOfVideo(source),
      ),
    ),
  };
}

async function previewOfImage({ read }: PreviewSource): Promise<Uint8Array | null> {
  const image = await buffer(read());
  return previewImage(image).catch(() => null);
}

/** Reads the index and the first frame, and decodes that only if it has the size of the index. */
async function previewOfVideo({ bytes, read }: PreviewSource): Promise<Uint8Array | null | undefined> {
  const head = await buffer(read({ first: 0, last: Math.min(bytes, MP4_HEAD_BYTES) - 1 }));
  const first = findFirstFrame(head, bytes);
  if (first === undefined) return null;
  const decoder = await loadDecoder().catch((error) => {
    if (error instanceof NotInstalled) return undefined;
    throw error;
  });
  if (decoder === undefined) return undefined;
  const { size, record, frame } = first;
  const { decodes, preview } = await decoder.decodeSample(
    { ...size, record: record.toString('base64'), frames: [[frame.bytes]], printsPreview: true },
    readParts(read, [frame]),
  );
  return decodes ? preview : null;
}
