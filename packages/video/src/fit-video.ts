import { checkMp4 } from '@kinora/media/artifacts/check-mp4';
import { listBoxes } from '@kinora/media/mp4-boxes';
import { fitSoundTrack } from './fit-sound-track.ts';
import { fitVideoTrack, type VideoTrackFit } from './fit-video-track.ts';
import { type Mp4File, readVideo } from './read-mp4.ts';
import { remuxMp4 } from './remux-mp4.ts';

export interface VideoFit extends VideoTrackFit {
  /** Whether the result has a sound track: a missing track is replaced by silence, a superfluous one is removed. */
  readonly sound: boolean;
}

/**
 * Programs that write no colour information encode by BT.601. Players assume BT.709 for an untagged HD video, which
 * would show wrong greens and reds.
 */
const UNTAGGED_MATRIX = 'smpte170m';

/**
 * Converts a video of an external renderer to the format that is delivered: exactly this size, frame rate and number of
 * frames, H.264 and AAC, the index first, no metadata. Tracks that conform are copied unchanged; others are encoded
 * again, and so are all if the copy is not what the server accepts. Copied packets are not decoded here; the output check decodes all of the result. Throws `VideoTooShort`, the
 * signal's reason, or an error if the file is no complete MP4, QuickTime, WebM or Matroska video that decodes.
 */
export async function fitVideo(bytes: Uint8Array, fit: VideoFit): Promise<Uint8Array> {
  // The reader accepts a truncated MP4 without an error, so its boxes are checked first.
  if (!isMatroska(bytes)) listBoxes(bytes);
  const file = await readVideo(bytes);
  const copied = await fitTracks(file, fit, true);
  const result = isAccepted(copied, fit) ? copied : await fitTracks(file, fit, false);
  fit.onProgress?.(1);
  return result;
}

/** `mayCopy` is whether tracks that seem to conform are left as they are. */
async function fitTracks({ video, audio }: Mp4File, fit: VideoFit, mayCopy: boolean): Promise<Uint8Array> {
  const matrix = video.matrix ?? UNTAGGED_MATRIX;
  const frames = await fitVideoTrack({ ...video, matrix }, fit, mayCopy);
  fit.signal.throwIfAborted();
  const sound = fit.sound ? await fitSoundTrack(audio, fit.frames / fit.fps, mayCopy) : undefined;
  return remuxMp4(frames, sound);
}

/** Whether the server will accept it, by the server's own check. */
function isAccepted(mp4: Uint8Array, { fps, ...fit }: VideoFit): boolean {
  return checkMp4(Buffer.from(mp4.buffer, mp4.byteOffset, mp4.byteLength), mp4.byteLength, {
    ...fit,
    framesPerSecond: fps,
  }).ok;
}

function isMatroska(bytes: Uint8Array): boolean {
  return [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => bytes[at] === byte);
}
