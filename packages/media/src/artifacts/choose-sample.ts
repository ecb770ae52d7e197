import type { FilePart } from './mp4-index.ts';

/** Frames of a video that are looked at. */
const MAX_FRAMES = 8;
/** The limit of the frames that the last frame is decoded from. */
const MAX_BYTES = 32 * 1024 * 1024;
const SOUND_RUNS = 3;
const PACKETS_PER_RUN = 8;

/**
 * The frames to decode, in runs that each begin with a key frame: the first one, six key frames spread over the video, and
 * the last one with those that it is decoded from. With encoders that write one key frame only, that is all of them, but no
 * more than `MAX_BYTES` and what one more frame has.
 */
export function chooseFrames(
  frames: readonly FilePart[],
  keys: readonly number[],
): readonly (readonly FilePart[])[] {
  const last = keys.at(-1) ?? 0;
  const between = keys.filter((key) => key > 0 && key < last);
  const spread = chooseEvenly(between, MAX_FRAMES - 2);
  const starts = last === 0 ? [] : [0, ...spread];
  return [...starts.map((at) => frames.slice(at, at + 1)), upTo(frames.slice(last))];
}

function upTo(frames: readonly FilePart[]): readonly FilePart[] {
  let bytes = 0;
  const end = frames.findIndex((frame) => {
    bytes += frame.bytes;
    return bytes > MAX_BYTES;
  });
  return end < 0 ? frames : frames.slice(0, end + 1);
}

function chooseEvenly<Item>(items: readonly Item[], max: number): Item[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, at) => items[Math.floor(((at + 0.5) * items.length) / max)] as Item);
}

/** Packets of sound from the beginning, the middle and the end. */
export function choosePackets(packets: readonly FilePart[]): readonly (readonly FilePart[])[] {
  const rest = packets.length - PACKETS_PER_RUN;
  if (rest <= PACKETS_PER_RUN * (SOUND_RUNS - 1)) return [packets];
  return Array.from({ length: SOUND_RUNS }, (_, at) => {
    const start = Math.floor((rest * at) / (SOUND_RUNS - 1));
    return packets.slice(start, start + PACKETS_PER_RUN);
  });
}
