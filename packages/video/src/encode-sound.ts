import { loadCodecs } from './codecs.ts';

export const SOUND_RATE = 48000;
/** Samples of one AAC packet, and of the silence the encoder puts before the first. */
export const AAC_PACKET_SAMPLES = 1024;
const BITS_PER_SECOND = 192_000;

/** 48 kHz stereo; both channels have the same length, samples from -1 to 1. */
export interface StereoSound {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export interface EncodedSound {
  readonly packets: readonly Uint8Array[];
  /** The AudioSpecificConfig of the track. */
  readonly description: Uint8Array;
}

/**
 * AAC-LC packets for exactly `samples` samples: longer sound is cut, shorter is followed by silence.
 * The first packet decodes to the encoder's priming; the muxer places it before time 0.
 */
export async function encodeSound(sound: StereoSound, samples: number): Promise<EncodedSound> {
  const codecs = await loadCodecs();
  const packets: Uint8Array[] = [];
  let description: Uint8Array | undefined;
  let failure: Error | undefined;
  const encoder = new codecs.AudioEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      packets.push(bytes);
      const config = metadata?.decoderConfig?.description;
      if (config) description ??= Uint8Array.from(config);
    },
    error: (error) => {
      failure ??= error;
    },
  });
  try {
    encoder.configure({
      codec: 'mp4a.40.2',
      sampleRate: SOUND_RATE,
      numberOfChannels: 2,
      bitrate: BITS_PER_SECOND,
    });
    const data = new codecs.AudioData({
      format: 'f32-planar',
      sampleRate: SOUND_RATE,
      numberOfFrames: samples,
      numberOfChannels: 2,
      timestamp: 0,
      data: planar(sound, samples),
    });
    encoder.encode(data);
    data.close();
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (failure) throw new Error('The AAC encoder failed.', { cause: failure });
  if (!description) throw new Error('The AAC encoder gave no configuration.');
  const needed = Math.ceil(samples / AAC_PACKET_SAMPLES) + 1;
  if (packets.length < needed)
    throw new Error(`The AAC encoder gave ${packets.length} of ${needed} packets.`);
  return { packets: packets.slice(0, needed), description };
}

function planar(sound: StereoSound, samples: number): Float32Array {
  const both = new Float32Array(samples * 2);
  both.set(sound.left.subarray(0, samples), 0);
  both.set(sound.right.subarray(0, samples), samples);
  return both;
}
