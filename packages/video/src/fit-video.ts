import { fitSoundTrack } from './fit-sound-track.ts';
import { fitVideoTrack, type VideoTrackFit } from './fit-video-track.ts';
import { listBoxes } from './mp4-boxes.ts';
import { probeMedia } from './probe.ts';
import { readMp4 } from './read-mp4.ts';
import { remuxMp4 } from './remux-mp4.ts';

export interface VideoFit extends VideoTrackFit {
  /** Whether there is a sound track: a video that came without one gets silence, and one too many is left out. */
  readonly sound: boolean;
}

/**
 * Programs that set no colour information code by BT.601; a player would take an untagged video of high definition
 * for BT.709 and show other greens and reds.
 */
const UNTAGGED_MATRIX = 'smpte170m';

/**
 * A video that was made elsewhere, as we deliver it: exactly this size, rate and number of frames, H.264 and AAC,
 * index first, without metadata. Tracks that fit are kept to the bit; others are coded again. Throws `VideoTooShort`,
 * the signal's reason, or an error when the file is no whole H.264 MP4.
 */
export async function fitVideo(bytes: Uint8Array, fit: VideoFit): Promise<Uint8Array> {
  // The reader takes what is there of a file that was cut off, and this is not seen from its packets.
  listBoxes(bytes);
  const file = await readMp4(bytes);
  const matrix = file.video.matrix ?? UNTAGGED_MATRIX;
  const video = await fitVideoTrack({ ...file.video, matrix }, fit);
  fit.signal.throwIfAborted();
  const audio = fit.sound ? await fitSoundTrack(file.audio, fit.frames / fit.fps) : undefined;
  const result = await remuxMp4(video, audio);
  await assertWhole(result, fit);
  fit.onProgress?.(1);
  return result;
}

/** Decodes the video to its end, because packets that were kept may be damaged. */
async function assertWhole(bytes: Uint8Array, { width, height, frames, sound }: VideoFit): Promise<void> {
  const made = await probeMedia(bytes);
  const fits =
    made.kind === 'mp4' &&
    made.width === width &&
    made.height === height &&
    made.framesDecoded === frames &&
    (made.audio !== undefined) === sound;
  if (!fits) throw new Error(`The video is ${JSON.stringify(made)}.`);
}
