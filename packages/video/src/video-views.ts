import { type ClassifierView, resizeForClassifier } from '@kinora/media/classifier/classifier-view';
import { findBoxes } from '@kinora/media/mp4-boxes';
import sharp from 'sharp';
import { decodeChosen } from './decode-images.ts';
import { decodeSound } from './decode-sound.ts';
import { readMp4 } from './read-mp4.ts';
import { sampleTimes } from './sample-times.ts';

/**
 * The views of an MP4 to classify: its first frame, its last, and between them no two further apart than `seconds`.
 * Throws when any of its frames or packets of sound does not decode, or when it has more video tracks than the one that is
 * classified. It is decoded once, while the views are consumed. `hear` gets the peak of its sound at the end.
 */
export async function* videoViews(
  mp4: Uint8Array,
  seconds: number,
  hear: (peak: number) => void = () => {},
): AsyncGenerator<ClassifierView> {
  const tracks = countVideoTracks(mp4);
  if (tracks !== 1) throw new Error(`The MP4 has ${tracks} video tracks; only one can be classified.`);
  const { video, audio } = await readMp4(mp4);
  const times = video.packets.map((packet) => packet.startSeconds).sort((one, other) => one - other);
  const frames = decodeChosen(video, new Set(sampleTimes(times, seconds)));
  try {
    for (;;) {
      const next = await frames.next();
      if (next.done) {
        // A frame that is left out here may still be shown by another decoder.
        if (next.value !== times.length) throw new Error(`Of ${times.length} frames ${next.value} decode.`);
        if (audio !== undefined) hear(peakOf((await decodeSound(audio)).channels));
        return;
      }
      const { index, pixels } = next.value;
      const raw = { width: video.width, height: video.height, channels: 4 } as const;
      yield { rgb: await resizeForClassifier(sharp(pixels, { raw })), atSeconds: times[index] ?? 0 };
    }
  } finally {
    // A caller that stops early ends the decoder too.
    await frames.return(0);
  }
}

function peakOf(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const channel of channels) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** Throws on a truncated file, of which the reader would return the remaining part. */
function countVideoTracks(mp4: Uint8Array): number {
  const handlers = findBoxes(mp4, 'hdlr').map(({ content }) => mp4.subarray(content + 8, content + 12));
  return handlers.filter((type) => String.fromCharCode(...type) === 'vide').length;
}
