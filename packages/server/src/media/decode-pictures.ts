import { setTimeout } from 'node:timers/promises';
import { type Codecs, loadCodecs } from './codecs.ts';
import { BT709 } from './encode-pictures.ts';
import type { VideoTrackContent } from './read-mp4.ts';
import { convertFromYuv420 } from './yuv-420.ts';

/** Frames the decoder may hold at once: each is megabytes. */
const MOST_FRAMES_QUEUED = 8;

/**
 * Decodes every frame from `first` to before `end` (counted in packets; `first` must be a key frame)
 * and returns how many came out. `keep` picks the frame to return as RGBA.
 */
export async function decodePictures(
  track: VideoTrackContent,
  first = 0,
  end = track.packets.length,
  keep = -1,
): Promise<{ readonly frames: number; readonly kept: Uint8Array | undefined }> {
  const codecs = await loadCodecs();
  let frames = 0;
  let failure: Error | undefined;
  let kept: Promise<Uint8Array> | undefined;
  const decoder = new codecs.VideoDecoder({
    output: (frame) => {
      const index = first + frames++;
      if (index === keep) kept = toRgba(frame).finally(() => frame.close());
      else frame.close();
    },
    error: (error) => {
      failure ??= error;
    },
  });
  const check = () => {
    if (failure) throw new Error('The picture does not decode.', { cause: failure });
  };
  try {
    decoder.configure({
      codec: track.codec,
      codedWidth: track.width,
      codedHeight: track.height,
      description: track.description,
      colorSpace: BT709,
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
      while (decoder.decodeQueueSize >= MOST_FRAMES_QUEUED) await setTimeout(1);
      check();
    }
    await decoder.flush();
    check();
  } catch (cause) {
    throw failure ? new Error('The picture does not decode.', { cause: failure }) : cause;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  return { frames, kept: await kept };
}

async function toRgba(frame: InstanceType<Codecs['VideoFrame']>): Promise<Uint8Array> {
  if (frame.format !== 'I420') throw new Error(`The picture decodes to ${frame.format}, not to 4:2:0.`);
  const planes = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(planes);
  return convertFromYuv420(planes, layout, frame.displayWidth, frame.displayHeight);
}
