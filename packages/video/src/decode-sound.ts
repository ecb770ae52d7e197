import { loadCodecs } from './codecs.ts';
import type { AudioTrackContent } from './read-mp4.ts';

export interface DecodedSound {
  /** One array per channel, from time 0 to the end of the track, as a player would output it. */
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
}

/** Decodes the whole track, leaves out the priming before time 0 and ends with the last packet. */
export async function decodeSound(track: AudioTrackContent): Promise<DecodedSound> {
  const codecs = await loadCodecs();
  const blocks: Float32Array[][] = [];
  let failure: Error | undefined;
  const decoder = new codecs.AudioDecoder({
    output: (data) => {
      const channels = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
        const plane = new Float32Array(data.numberOfFrames);
        data.copyTo(plane, { planeIndex, format: 'f32-planar' });
        return plane;
      });
      blocks.push(channels);
      data.close();
    },
    error: (error) => {
      failure ??= error;
    },
  });
  try {
    decoder.configure({
      codec: track.codec,
      sampleRate: track.sampleRate,
      numberOfChannels: track.channels,
      ...(track.description.length > 0 && { description: track.description }),
    });
    for (const packet of track.packets) {
      decoder.decode(
        new codecs.EncodedAudioChunk({
          type: 'key',
          timestamp: Math.round(packet.startSeconds * 1e6),
          duration: Math.round(packet.seconds * 1e6),
          data: packet.bytes,
        }),
      );
    }
    await decoder.flush();
  } catch (cause) {
    throw new Error('The sound does not decode.', { cause: failure ?? cause });
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
  if (failure) throw new Error('The sound does not decode.', { cause: failure });
  if (blocks.length !== track.packets.length) {
    throw new Error(`Of ${track.packets.length} sound packets ${blocks.length} decode.`);
  }
  return { channels: joinChannels(blocks, track), sampleRate: track.sampleRate };
}

function joinChannels(blocks: readonly Float32Array[][], track: AudioTrackContent): Float32Array[] {
  const last = track.packets.at(-1);
  const start = Math.round((track.packets[0]?.startSeconds ?? 0) * track.sampleRate);
  const end = last ? Math.round((last.startSeconds + last.seconds) * track.sampleRate) : 0;
  return Array.from({ length: track.channels }, (_, channel) => {
    const whole = new Float32Array(Math.max(0, end - start));
    let at = 0;
    for (const block of blocks) {
      const samples = block[channel] ?? new Float32Array();
      whole.set(samples.subarray(0, Math.max(0, whole.length - at)), at);
      at += samples.length;
    }
    return whole.subarray(Math.max(0, -start));
  });
}
