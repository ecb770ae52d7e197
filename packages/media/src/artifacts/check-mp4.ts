import { ok, type Result, refused } from '@kinora/contract';
import type { Size } from '../fit-size.ts';
import { type FilePart, type Mp4Index, type Mp4Track, readMp4Index } from './mp4-index.ts';
import { readSoundConfig, type SoundConfig } from './sound-config.ts';
import { maxFrameBytes, otherSizeOf, readVideoTrack, sizeInIndex, type VideoTrack } from './video-track.ts';

export interface OrderedVideo extends Size {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly sound: boolean;
}

/** The tracks of an MP4 whose index is that of what was ordered, with what a decoder needs. */
export interface OrderedTracks {
  readonly video: VideoTrack;
  readonly sound: (SoundConfig & { readonly packets: readonly FilePart[] }) | undefined;
}

/**
 * The tracks of an MP4 of `fileBytes`, of which `head` is the beginning; the problem is what keeps it from being what was
 * ordered. Reads the index and the parameter sets alone and decodes no frame, so it needs no codec and the memory of the
 * head.
 */
export function checkMp4(
  head: Buffer,
  fileBytes: number,
  ordered: OrderedVideo,
): Result<OrderedTracks, string> {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return refused('is not an MP4');
  try {
    return checkIndex(readMp4Index(head, fileBytes), ordered);
  } catch {
    return refused('has no index that can be read, followed by its media and nothing else');
  }
}

function checkIndex(index: Mp4Index, ordered: OrderedVideo): Result<OrderedTracks, string> {
  const [video, ...otherVideos] = index.tracks.filter(({ handler }) => handler === 'vide');
  const sounds = index.tracks.filter(({ handler }) => handler === 'soun');
  if (video === undefined || otherVideos.length > 0 || index.tracks.length !== 1 + sounds.length) {
    return refused('has not exactly one video track');
  }
  if (sounds.length !== (ordered.sound ? 1 : 0)) {
    return refused(`has ${sounds.length} sound tracks instead of ${ordered.sound ? 1 : 0}`);
  }
  const [sound] = sounds;
  const defect =
    videoDefect(video, ordered) ?? (sound && soundDefect(sound, ordered)) ?? mediaDefect(index, ordered);
  if (defect !== undefined) return refused(defect);
  const track = readVideoTrack(video);
  const other = otherSizeOf(track);
  if (other !== undefined) {
    return refused(
      `has video of ${other.width}x${other.height} instead of ${ordered.width}x${ordered.height}`,
    );
  }
  return ok({
    video: track,
    sound: sound && { ...readSoundConfig(sound.sampleEntry), packets: sound.samples },
  });
}

/** Sound may begin a packet before the video and may end a little before it. */
const SOUND_SLACK_SECONDS = 0.25;
/** Samples of sound in one packet, of the profiles that have most. */
const PACKET_MAX_SAMPLES = 2048;

function videoDefect(
  video: Mp4Track,
  { width, height, frames, framesPerSecond }: OrderedVideo,
): string | undefined {
  if (video.format !== 'avc1') return 'has no H.264 video';
  const size = sizeInIndex(video.sampleEntry);
  if (size.width !== width || size.height !== height) {
    return `is ${size.width}x${size.height} instead of ${width}x${height}`;
  }
  if (video.samples.length !== frames) return `has ${video.samples.length} frames instead of ${frames}`;
  const seconds = frames / framesPerSecond;
  if (!(Math.abs(video.seconds - seconds) <= 1 / framesPerSecond)) {
    return `lasts ${video.seconds.toFixed(2)} s instead of ${seconds.toFixed(2)} s`;
  }
  return undefined;
}

function soundDefect(sound: Mp4Track, { frames, framesPerSecond }: OrderedVideo): string | undefined {
  if (sound.format !== 'mp4a') return 'has no AAC sound';
  const ordered = frames / framesPerSecond;
  const rate = sound.sampleEntry.readUInt16BE(24);
  const possible = (sound.samples.length * PACKET_MAX_SAMPLES) / rate;
  const isWhole = Math.abs(sound.seconds - ordered) <= SOUND_SLACK_SECONDS;
  return isWhole && possible >= ordered - SOUND_SLACK_SECONDS
    ? undefined
    : `has sound of ${Math.min(sound.seconds, possible).toFixed(2)} s`;
}

/** A packet of AAC has at most 768 for each channel. */
const PACKET_MAX_BYTES = 64 * 1024;

/** Every sample is inside the media and has bytes of its own: an index alone is not a video. */
function mediaDefect({ tracks, media }: Mp4Index, ordered: OrderedVideo): string | undefined {
  const samples = tracks.flatMap((track) => track.samples).sort((a, b) => a.offset - b.offset);
  let end = media.content;
  for (const { offset, bytes } of samples) {
    if (bytes === 0 || offset < end || offset + bytes > media.end) {
      return 'has less media than its index says';
    }
    end = offset + bytes;
  }
  const frameMax = maxFrameBytes(ordered);
  const isTooLarge = tracks.some(({ handler, samples: packets }) =>
    packets.some(({ bytes }) => bytes > (handler === 'vide' ? frameMax : PACKET_MAX_BYTES)),
  );
  return isTooLarge ? 'has a frame or a packet of sound with more bytes than one can have' : undefined;
}
