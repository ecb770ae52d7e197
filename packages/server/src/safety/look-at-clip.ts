import sharp from 'sharp';
import { decodeChosen } from '../media/decode-images.ts';
import { findBoxes } from '../media/mp4-boxes.ts';
import { readMp4 } from '../media/read-mp4.ts';
import { type Look, squeeze } from './look.ts';
import { sampleTimes } from './sample-times.ts';

/**
 * What a clip shows: its first frame, its last, and between them no two further apart than `seconds`. Throws when
 * any of its frames does not decode, or when there is more than these frames to be shown.
 */
export async function* lookAtClip(mp4: Uint8Array, seconds: number): AsyncGenerator<Look> {
  const tracks = countPictureTracks(mp4);
  if (tracks !== 1) throw new Error(`The MP4 has ${tracks} tracks of pictures; one is looked at.`);
  const { video } = await readMp4(mp4);
  const times = video.packets.map((packet) => packet.startSeconds).sort((one, other) => one - other);
  const pictures = decodeChosen(video, new Set(sampleTimes(times, seconds)));
  try {
    for (;;) {
      const next = await pictures.next();
      if (next.done) {
        // A frame that is left out here may still be shown by another decoder.
        if (next.value !== times.length) throw new Error(`Of ${times.length} frames ${next.value} decode.`);
        return;
      }
      const { index, pixels } = next.value;
      const raw = { width: video.width, height: video.height, channels: 4 } as const;
      yield { rgb: await squeeze(sharp(pixels, { raw })), atSeconds: times[index] ?? 0 };
    }
  } finally {
    // Who has seen enough ends the decoder too.
    await pictures.return(0);
  }
}

/** Throws on a file that is cut short, of which the reader would show what is left. */
function countPictureTracks(mp4: Uint8Array): number {
  const handlers = findBoxes(mp4, 'hdlr').map(({ content }) => mp4.subarray(content + 8, content + 12));
  return handlers.filter((type) => String.fromCharCode(...type) === 'vide').length;
}
