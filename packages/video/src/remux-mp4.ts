import { clearTimes } from '@kinora/media/mp4-boxes';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { correctParameterSet } from './avc-parameter-set.ts';
import { BT709 } from './encode-images.ts';
import type { AudioTrackContent, Mp4Packet, VideoTrackContent } from './read-mp4.ts';

/**
 * An MP4 of packets that are already encoded: index first, tagged with its colour matrix, and without the metadata of
 * the file they come from, such as the prompt. The same packets give the same bytes.
 */
export async function remuxMp4(
  video: VideoTrackContent,
  audio: AudioTrackContent | undefined,
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const frames = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(frames);
  const sound = audio ? new EncodedAudioPacketSource('aac') : undefined;
  if (sound) output.addAudioTrack(sound);
  await output.start();

  let nextSound = 0;
  const addSoundUntil = async (seconds: number): Promise<void> => {
    for (; audio && nextSound < audio.packets.length; nextSound++) {
      const packet = audio.packets[nextSound];
      if (!packet || packet.startSeconds >= seconds) return;
      await sound?.add(encodedPacket(packet), nextSound === 0 ? soundConfig(audio) : undefined);
    }
  };
  for (const [index, packet] of video.packets.entries()) {
    await addSoundUntil(packet.startSeconds);
    await frames.add(encodedPacket(packet), index === 0 ? videoConfig(video) : undefined);
  }
  await addSoundUntil(Number.POSITIVE_INFINITY);
  await output.finalize();
  if (!target.buffer) throw new Error('The MP4 writer gave no file.');
  const bytes = new Uint8Array(target.buffer);
  clearTimes(bytes);
  return bytes;
}

function encodedPacket({ bytes, key, startSeconds, seconds }: Mp4Packet): EncodedPacket {
  return new EncodedPacket(bytes, key ? 'key' : 'delta', startSeconds, seconds);
}

function soundConfig({ codec, sampleRate, channels, description }: AudioTrackContent) {
  return { decoderConfig: { codec, sampleRate, numberOfChannels: channels, description } };
}

function videoConfig({ codec, width, height, description, matrix = 'bt709' }: VideoTrackContent) {
  return {
    decoderConfig: {
      codec,
      codedWidth: width,
      codedHeight: height,
      // Players that trust the stream over the container would otherwise guess the matrix from the frame size.
      description: correctParameterSet(description, { level: 0, rateFactor: 1, matrix }),
      colorSpace: { ...BT709, matrix },
    },
  };
}
