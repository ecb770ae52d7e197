import { clearTimes } from '@kinora/media/mp4-boxes';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { BT709, type EncodedImages } from './encode-images.ts';
import { AAC_PACKET_SAMPLES, type EncodedSound, SOUND_RATE } from './encode-sound.ts';

export interface Mp4Content {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly images: EncodedImages;
  readonly sound: EncodedSound | undefined;
  /** Length of the sound in samples; it ends with the video. */
  readonly soundSamples: number;
}

/** An MP4 whose index comes first; the same content gives the same bytes. */
export async function writeMp4(content: Mp4Content): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: content.fps });
  const audio = content.sound ? new EncodedAudioPacketSource('aac') : undefined;
  if (audio) output.addAudioTrack(audio);
  await output.start();

  // Interleaved by time, so that a player that streams the file never waits for one of the two.
  let nextSound = 0;
  const addSoundUntil = async (seconds: number): Promise<void> => {
    const packets = content.sound?.packets ?? [];
    while (audio && nextSound < packets.length && soundStart(nextSound) / SOUND_RATE < seconds) {
      await audio.add(soundPacket(content, nextSound), soundConfig(content, nextSound));
      nextSound++;
    }
  };
  for (const [index, image] of content.images.packets.entries()) {
    await addSoundUntil(index / content.fps);
    const packet = new EncodedPacket(
      image.bytes,
      image.key ? 'key' : 'delta',
      index / content.fps,
      1 / content.fps,
    );
    await video.add(packet, videoConfig(content, index));
  }
  await addSoundUntil(Number.POSITIVE_INFINITY);
  await output.finalize();
  if (!target.buffer) throw new Error('The MP4 writer gave no file.');
  const bytes = new Uint8Array(target.buffer);
  clearTimes(bytes);
  return bytes;
}

/** First sample of a packet on the clock of the video: the priming is before 0, where an edit list hides it. */
function soundStart(index: number): number {
  return (index - 1) * AAC_PACKET_SAMPLES;
}

function soundPacket(content: Mp4Content, index: number): EncodedPacket {
  const start = soundStart(index);
  const samples = Math.min(AAC_PACKET_SAMPLES, content.soundSamples - start);
  const bytes = content.sound?.packets[index] ?? new Uint8Array();
  return new EncodedPacket(bytes, 'key', start / SOUND_RATE, samples / SOUND_RATE);
}

function soundConfig(content: Mp4Content, index: number) {
  if (index > 0 || !content.sound) return undefined;
  return {
    decoderConfig: {
      codec: 'mp4a.40.2',
      sampleRate: SOUND_RATE,
      numberOfChannels: 2,
      description: content.sound.description,
    },
  };
}

function videoConfig(content: Mp4Content, index: number) {
  if (index > 0) return undefined;
  const { description } = content.images;
  const profile = [1, 2, 3].map((at) => (description[at] ?? 0).toString(16).padStart(2, '0')).join('');
  return {
    decoderConfig: {
      codec: `avc1.${profile}`,
      codedWidth: content.width,
      codedHeight: content.height,
      description,
      colorSpace: BT709,
    },
  };
}
