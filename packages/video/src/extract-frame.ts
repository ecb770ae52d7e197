import sharp from 'sharp';
import { decodeImages } from './decode-images.ts';
import { readMp4 } from './read-mp4.ts';

/** The most frames that H.264 may reorder. */
const MAX_REORDERED = 16;

/** The frame an MP4 shows at `seconds` (the last one, beyond its end) as PNG bytes. */
export async function extractFrame(bytes: Uint8Array, seconds: number): Promise<Uint8Array> {
  const { video } = await readMp4(bytes);
  // Half a tick of slack: times in the file are rounded.
  const isShown = ({ startSeconds }: { readonly startSeconds: number }) => startSeconds <= seconds + 1e-4;
  // Packets are in decoding order, which is not presentation order in the files of most encoders.
  const target = Math.max(0, video.packets.filter(isShown).length - 1);
  const key = video.packets.findLastIndex((packet) => packet.key && isShown(packet));
  const first = Math.max(0, key);
  const next = video.packets.findIndex((packet, index) => packet.key && index > first);
  const end = Math.min(next < 0 ? video.packets.length : next, target + 1 + MAX_REORDERED);
  const { kept } = await decodeImages(video, first, end, target);
  if (!kept) throw new Error(`The MP4 shows nothing at ${seconds} s.`);
  const raw = { width: video.width, height: video.height, channels: 4 } as const;
  return new Uint8Array(await sharp(kept, { raw }).removeAlpha().png().toBuffer());
}
