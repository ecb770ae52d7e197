import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputFormat,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';

export interface Mp4Packet {
  readonly bytes: Uint8Array;
  readonly key: boolean;
  /** On the clock of the video; sound before 0 is priming, which a player does not output. */
  readonly startSeconds: number;
  readonly seconds: number;
}

/** BT.709, the matrix of HD video, or BT.601. */
export type ColourMatrix = 'bt709' | 'smpte170m';

/** How a player turns the frames before it shows them: clockwise, then mirrored. */
export interface Turn {
  readonly degrees: 0 | 90 | 180 | 270;
  readonly isMirrored: boolean;
}

export interface VideoTrackContent {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** What a decoder needs before the first frame; empty for codecs that need nothing. */
  readonly description: Uint8Array;
  /** How its colours are coded, in the terms of WebCodecs; undefined if the file does not specify it. */
  readonly matrix: ColourMatrix | undefined;
  /** Absent if they are shown as they are coded. */
  readonly turn?: Turn | undefined;
  readonly packets: readonly Mp4Packet[];
}

export interface AudioTrackContent {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly description: Uint8Array;
  readonly packets: readonly Mp4Packet[];
}

export interface Mp4File {
  readonly durationSeconds: number;
  readonly video: VideoTrackContent;
  readonly audio: AudioTrackContent | undefined;
}

/** Demuxes an MP4; throws when it has no video track or its index cannot be read. */
export function readMp4(bytes: Uint8Array): Promise<Mp4File> {
  return demux(bytes, [MP4]);
}

/** Demuxes what a renderer may deliver, the first frame at time 0. */
export async function readVideo(bytes: Uint8Array): Promise<Mp4File> {
  const file = await demux(bytes, [MP4, QTFF, WEBM, MATROSKA]);
  const first = Math.min(...file.video.packets.map(({ startSeconds }) => startSeconds));
  return first > 0 ? earlierBy(first, file) : file;
}

/** A player shows nothing until the first frame, so the time before it is no part of the video. */
function earlierBy(seconds: number, file: Mp4File): Mp4File {
  const shifted = <Track extends { readonly packets: readonly Mp4Packet[] }>(track: Track): Track => ({
    ...track,
    packets: track.packets.map((packet) => ({ ...packet, startSeconds: packet.startSeconds - seconds })),
  });
  return {
    durationSeconds: file.durationSeconds - seconds,
    video: shifted(file.video),
    audio: file.audio && shifted(file.audio),
  };
}

async function demux(bytes: Uint8Array, formats: InputFormat[]): Promise<Mp4File> {
  const input = new Input({ source: new BufferSource(bytes), formats });
  try {
    const videoTrack = await input.getPrimaryVideoTrack();
    if (!videoTrack) throw new Error('The file has no video track.');
    const config = await videoTrack.getDecoderConfig();
    if (!config) throw new Error('The file does not say how its video is coded.');
    const video = {
      codec: config.codec,
      width: config.codedWidth ?? 0,
      height: config.codedHeight ?? 0,
      description: copyOf(config.description),
      matrix: colourMatrix(config.colorSpace?.matrix),
      turn: await turnOf(videoTrack),
      packets: await packetsOf(videoTrack),
    };
    return { durationSeconds: await input.computeDuration(), video, audio: await readAudio(input) };
  } finally {
    input.dispose();
  }
}

async function turnOf(track: InputVideoTrack): Promise<Turn | undefined> {
  const [degrees, isMirrored] = [await track.getRotation(), await track.getFlip()];
  return degrees === 0 && !isMirrored ? undefined : { degrees, isMirrored };
}

function colourMatrix(name: string | null | undefined): ColourMatrix | undefined {
  // The two systems of BT.601 have the same matrix.
  if (name === 'smpte170m' || name === 'bt470bg') return 'smpte170m';
  return name === 'bt709' ? name : undefined;
}

async function readAudio(input: Input): Promise<AudioTrackContent | undefined> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return undefined;
  const config = await track.getDecoderConfig();
  if (!config) throw new Error('The file does not say how its sound is coded.');
  return {
    codec: config.codec,
    sampleRate: config.sampleRate,
    channels: config.numberOfChannels,
    description: copyOf(config.description),
    packets: await packetsOf(track),
  };
}

async function packetsOf(track: InputTrack): Promise<Mp4Packet[]> {
  const packets: Mp4Packet[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push({
      bytes: packet.data,
      key: packet.type === 'key',
      startSeconds: packet.timestamp,
      seconds: packet.duration,
    });
  }
  return packets;
}

function copyOf(data: unknown): Uint8Array {
  if (data === undefined) return new Uint8Array();
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0));
  throw new Error('The MP4 reader gave a configuration of an unknown kind.');
}
