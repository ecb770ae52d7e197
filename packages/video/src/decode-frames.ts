import { setTimeout } from 'node:timers/promises';
import { closeFrame } from './close-frame.ts';
import { type Codecs, loadCodecs } from './codecs.ts';
import type { VideoTrackContent } from './read-mp4.ts';
import { BT601_MATRIX, BT709_MATRIX, convertFromYuv420 } from './yuv-420.ts';

export type DecodedFrame = InstanceType<Codecs['VideoFrame']>;

/** Frames in memory at once: each is megabytes. */
const MAX_FRAMES_QUEUED = 8;

/**
 * Decodes the packets from `first` (a key frame) to before `end` and yields each frame in presentation order.
 * The caller closes each frame. Throws when anything does not decode.
 */
export async function* decodeFrames(
  track: VideoTrackContent,
  first = 0,
  end = track.packets.length,
): AsyncGenerator<DecodedFrame> {
  const codecs = await loadCodecs();
  const ready: DecodedFrame[] = [];
  let failure: Error | undefined;
  const decoder = new codecs.VideoDecoder({
    output: (frame) => ready.push(frame),
    error: (error) => {
      failure ??= error;
    },
  });
  const check = () => {
    if (failure) throw new Error('The video does not decode.', { cause: failure });
  };
  try {
    decoder.configure({
      codec: track.codec,
      codedWidth: track.width,
      codedHeight: track.height,
      ...(track.description.length > 0 && { description: track.description }),
      ...(track.matrix !== undefined && { colorSpace: { matrix: track.matrix } }),
    });
    for (const packet of track.packets.slice(first, end)) {
      decoder.decode(
        new codecs.EncodedVideoChunk({
          type: packet.key ? 'key' : 'delta',
          timestamp: Math.round(packet.startSeconds * 1e6),
          duration: Math.round(packet.seconds * 1e6),
          data: packet.bytes,
        }),
      );
      while (decoder.decodeQueueSize >= MAX_FRAMES_QUEUED) await setTimeout(1);
      check();
      yield* drain(ready);
    }
    await decoder.flush();
    check();
    yield* drain(ready);
  } catch (cause) {
    throw failure ? new Error('The video does not decode.', { cause: failure }) : cause;
  } finally {
    for (const frame of ready.splice(0)) closeFrame(frame);
    if (decoder.state !== 'closed') decoder.close();
  }
}

function* drain(ready: DecodedFrame[]): Generator<DecodedFrame> {
  for (let frame = ready.shift(); frame !== undefined; frame = ready.shift()) yield frame;
}

/** Players assume the matrix of BT.601 for an untagged video of less height than this. */
const HIGH_DEFINITION_HEIGHT = 720;

/**
 * Reads frames as RGBA bytes of their display size; each replaces the one before. New memory for each would be megabytes
 * outside the heap, for which V8 marks all of the heap again and again.
 */
export function createFrameReader(): (frame: DecodedFrame) => Promise<Uint8Array> {
  let planes = new Uint8Array();
  let rgba = new Uint8ClampedArray();
  return async (frame) => {
    const { displayWidth, displayHeight } = frame;
    const bytes = frame.allocationSize();
    if (planes.length !== bytes) planes = new Uint8Array(bytes);
    const pixelBytes = displayWidth * displayHeight * 4;
    if (rgba.length !== pixelBytes) rgba = new Uint8ClampedArray(pixelBytes);
    await readRgba(frame, planes, rgba);
    return new Uint8Array(rgba.buffer);
  };
}

async function readRgba(
  frame: DecodedFrame,
  planes: Uint8Array,
  rgba: Uint8ClampedArray<ArrayBuffer>,
): Promise<void> {
  if (frame.format !== 'I420') throw new Error(`The video decodes to ${frame.format}, not to 4:2:0.`);
  const layout = await frame.copyTo(planes);
  const { matrix, fullRange } = frame.colorSpace;
  const isStandard =
    matrix === 'smpte170m' ||
    matrix === 'bt470bg' ||
    (matrix !== 'bt709' && frame.displayHeight < HIGH_DEFINITION_HEIGHT);
  const coding = { matrix: isStandard ? BT601_MATRIX : BT709_MATRIX, fullRange: fullRange === true };
  convertFromYuv420(planes, layout, frame.displayWidth, frame.displayHeight, rgba, coding);
}
