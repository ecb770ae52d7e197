import sharp from 'sharp';
import { decodePictures } from './decode-pictures.ts';
import { readMp4 } from './read-mp4.ts';

/** The frame an MP4 shows at `seconds` (the last one, beyond its end) as PNG bytes. */
export async function extractFrame(bytes: Uint8Array, seconds: number): Promise<Uint8Array> {
  const { video } = await readMp4(bytes);
  // Half a tick of slack: times in the file are rounded.
  const shown = video.packets.findLastIndex((packet) => packet.startSeconds <= seconds + 1e-4);
  const wanted = Math.max(0, shown);
  const key = video.packets.findLastIndex((packet, index) => packet.key && index <= wanted);
  const { kept } = await decodePictures(video, Math.max(0, key), wanted + 1, wanted);
  if (!kept) throw new Error(`The MP4 shows nothing at ${seconds} s.`);
  const raw = { width: video.width, height: video.height, channels: 4 } as const;
  return new Uint8Array(await sharp(kept, { raw }).removeAlpha().png().toBuffer());
}
