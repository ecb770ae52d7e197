import { fitSoundTrack } from './fit-sound-track.ts';
import { fitVideoTrack, type VideoTrackFit } from './fit-video-track.ts';
import { listBoxes } from './mp4-boxes.ts';
import { probeMedia } from './probe.ts';
import { readMp4 } from './read-mp4.ts';
import { remuxMp4 } from './remux-mp4.ts';

export interface VideoFit extends VideoTrackFit {
  /** Whether the result has a sound track: a missing one becomes silence, and an extra one is dropped. */
  readonly sound: boolean;
}

/**
 * Programs that write no colour information encode by BT.601; a player would assume BT.709 for an untagged video of
 * high definition and show wrong greens and reds.
 */
const UNTAGGED_MATRIX = 'smpte170m';

/**
 * A video of an external renderer, as it is delivered: exactly this size, rate and number of frames, H.264 and AAC,
 * index first, without metadata. Tracks that fit are copied bit by bit; others are encoded again. Throws `VideoTooShort`,
 * the signal's reason, or an error when the file is no whole H.264 MP4.
 */
export async function fitVideo(bytes: Uint8Array, fit: VideoFit): Promise<Uint8Array> {
  // The reader accepts a truncated file, and its packets do not show the truncation.
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

/** Decodes the video to its end, because packets that were copied may be damaged. */
async function assertWhole(bytes: Uint8Array, { width, height, frames, sound }: VideoFit): Promise<void> {
  const media = await probeMedia(bytes);
  const fits =
    media.kind === 'mp4' &&
    media.width === width &&
    media.height === height &&
    media.framesDecoded === frames &&
    (media.audio !== undefined) === sound;
  if (!fits) throw new Error(`The video is ${JSON.stringify(media)}.`);
}
