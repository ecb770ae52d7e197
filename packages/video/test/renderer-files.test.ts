import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkMp4 } from '@kinora/media/artifacts/check-mp4';
import { pixelOf } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type MediaCodec,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { loadCodecs } from '../src/codecs.ts';
import { extractFrame } from '../src/extract-frame.ts';
import { fitVideo } from '../src/fit-video.ts';

/** The files that renderers deliver: each is fitted, because it may be paid. */

const [WIDTH, HEIGHT, FPS] = [128, 64, 24];
const GREYS = [30, 80, 130, 180, 230];
const FIT = { width: WIDTH, height: HEIGHT, frames: 5, fps: FPS, signal: new AbortController().signal };

interface Source {
  readonly format: OutputFormat;
  /** The codec, as the muxer and as the encoder call it. */
  readonly video: readonly ['avc' | 'hevc' | 'vp9' | 'av1' | 'vp8', string];
  readonly sound?: readonly ['aac' | 'opus', string];
  readonly greys?: readonly number[];
  readonly startSeconds?: number;
}

/** Frames of one grey each, and a tone. */
async function videoOf({
  format,
  video,
  sound,
  greys = GREYS,
  startSeconds = 0,
}: Source): Promise<Uint8Array> {
  const codecs = await loadCodecs();
  const packets: EncodedPacket[] = [];
  let config: object | undefined;
  const failed = (error: Error) => assert.fail(error);
  const encoder = new codecs.VideoEncoder({
    output: (chunk, meta) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      config ??= meta?.decoderConfig;
      packets.push(new EncodedPacket(bytes, chunk.type, chunk.timestamp / 1e6 + startSeconds, 1 / FPS));
    },
    error: failed,
  });
  encoder.configure({ codec: video[1], width: WIDTH, height: HEIGHT, bitrate: 500_000, framerate: FPS });
  for (const [index, grey] of greys.entries()) {
    const pixels = new Uint8Array(WIDTH * HEIGHT * 4).fill(grey);
    const timestamp = Math.round((index * 1e6) / FPS);
    const frame = new codecs.VideoFrame(pixels, {
      format: 'RGBA',
      codedWidth: WIDTH,
      codedHeight: HEIGHT,
      timestamp,
    });
    encoder.encode(frame, { keyFrame: index === 0 });
    frame.close();
  }
  await encoder.flush();
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const frames = new EncodedVideoPacketSource(video[0] as MediaCodec & (typeof video)[0]);
  output.addVideoTrack(frames, { frameRate: FPS });
  const tone = sound && (await toneOf(sound[1], greys.length / FPS));
  const samples = sound && new EncodedAudioPacketSource(sound[0]);
  if (samples) output.addAudioTrack(samples);
  await output.start();
  const meta = {
    decoderConfig: {
      codec: video[1],
      codedWidth: WIDTH,
      codedHeight: HEIGHT,
      ...config,
      colorSpace: undefined,
    },
  };
  for (const packet of packets) await frames.add(packet, meta);
  for (const packet of tone?.packets ?? []) await samples?.add(packet, tone?.meta);
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

async function toneOf(codec: string, seconds: number) {
  const { AudioData, AudioEncoder } = await loadCodecs();
  const packets: EncodedPacket[] = [];
  let config: object | undefined;
  const encoder = new AudioEncoder({
    output: (chunk, meta) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      config ??= meta?.decoderConfig;
      packets.push(
        new EncodedPacket(bytes, 'key', Math.max(0, chunk.timestamp / 1e6), (chunk.duration ?? 20_000) / 1e6),
      );
    },
    error: (error) => assert.fail(error),
  });
  const [sampleRate, numberOfChannels] = [48_000, 2];
  encoder.configure({ codec, sampleRate, numberOfChannels, bitrate: 64_000 });
  const numberOfFrames = Math.round(seconds * sampleRate);
  const data = Float32Array.from({ length: numberOfFrames * 2 }, (_, at) => 0.4 * Math.sin(at / 20));
  const audio = new AudioData({
    format: 'f32-planar',
    sampleRate,
    numberOfFrames,
    numberOfChannels,
    timestamp: 0,
    data,
  });
  encoder.encode(audio);
  await encoder.flush();
  return { packets, meta: { decoderConfig: { codec, sampleRate, numberOfChannels, ...config } } };
}

/** Each frame shows this grey, and the server accepts the file. */
async function assertFitted(
  source: Uint8Array,
  greys: readonly number[] = GREYS,
  sound = false,
): Promise<void> {
  const fitted = await fitVideo(source, { ...FIT, frames: greys.length, sound });
  const ordered = { width: WIDTH, height: HEIGHT, frames: greys.length, framesPerSecond: FPS, sound };
  const checked = checkMp4(Buffer.from(fitted), fitted.length, ordered);
  assert.ok(checked.ok, JSON.stringify(checked));
  for (const [index, grey] of greys.entries()) {
    const { r } = await pixelOf(await extractFrame(fitted, (index + 0.5) / FPS), WIDTH / 2, HEIGHT / 2);
    assert.ok(Math.abs(r - grey) < 16, `frame ${index} is ${r} and not ${grey}`);
  }
}

const AVC = ['avc', 'avc1.64000a'] as const;
const mp4 = () => new Mp4OutputFormat({ fastStart: false });

describe('a renderer delivers', () => {
  const sources: readonly (readonly [string, Source])[] = [
    // vLLM-Omni and SGLang encode with what their ffmpeg has; Runway and Kling deliver HEVC at high resolutions.
    ['H.265 in MP4', { format: mp4(), video: ['hevc', 'hvc1.1.6.L93.B0'] }],
    // ComfyUI's SaveVideo of 2026 offers AV1.
    ['AV1 in MP4', { format: mp4(), video: ['av1', 'av01.0.04M.08'] }],
    ['VP9 in MP4', { format: mp4(), video: ['vp9', 'vp09.00.10.08'] }],
    // ComfyUI's SaveWEBM, and VHS_VideoCombine with the format video/webm.
    ['VP9 in WebM', { format: new WebMOutputFormat(), video: ['vp9', 'vp09.00.10.08'] }],
    [
      'AV1 and Opus in WebM',
      { format: new WebMOutputFormat(), video: ['av1', 'av01.0.04M.08'], sound: ['opus', 'opus'] },
    ],
    ['VP8 in WebM', { format: new WebMOutputFormat(), video: ['vp8', 'vp8'] }],
    ['H.264 in Matroska', { format: new MkvOutputFormat(), video: AVC }],
    // VHS_VideoCombine with the format video/ProRes is a .mov; some vendors wrap H.264 so.
    ['H.264 in QuickTime', { format: new MovOutputFormat(), video: AVC }],
    ['H.264 and Opus in MP4', { format: mp4(), video: AVC, sound: ['opus', 'opus'] }],
    // What a cut from a longer recording begins with, and a stream that was joined late.
    ['a first frame at half a second', { format: mp4(), video: AVC, startSeconds: 0.5 }],
    [
      'a first frame at half a second in WebM',
      { format: new WebMOutputFormat(), video: ['vp8', 'vp8'], startSeconds: 0.5 },
    ],
  ];
  for (const [what, source] of sources) {
    test(`${what}: it is fitted`, async () => {
      verifies('DEC-OPENAI-02', 'DEC-REMOTE-20');
      await assertFitted(await videoOf(source), GREYS, source.sound !== undefined);
    });
  }
});

describe('an MP4 with an edit list', () => {
  const greys = [10, 60, ...GREYS];
  for (const [what, entries, version, shown] of [
    ['that begins with a later frame', [[5, 2]], 0, GREYS],
    ['that begins with a later frame, in 64 bits', [[5, 2]], 1, GREYS],
    ['that ends before the last frame', [[5, 0]], 0, greys.slice(0, 5)],
    [
      'with an empty edit before the first frame',
      [
        [12, -1],
        [7, 0],
      ],
      0,
      greys,
    ],
  ] as const) {
    test(`${what} is fitted as a player shows it`, async () => {
      verifies('DEC-OPENAI-02', 'DEC-REMOTE-20');
      const source = await videoOf({ format: mp4(), video: AVC, greys });
      await assertFitted(withEditList(source, entries, version), shown);
    });
  }
});

/** Replaces the edit list of the video; lengths and times are in frames, and -1 is nothing. */
function withEditList(
  file: Uint8Array,
  entries: readonly (readonly [frames: number, from: number])[],
  version: 0 | 1,
): Uint8Array {
  const bytes = Buffer.from(file);
  const moov = boxIn(bytes, 0, bytes.length, 'moov');
  const trak = boxIn(bytes, moov.start + 8, moov.end, 'trak');
  const tkhd = boxIn(bytes, trak.start + 8, trak.end, 'tkhd');
  const mdia = boxIn(bytes, trak.start + 8, trak.end, 'mdia');
  const mvhd = boxIn(bytes, moov.start + 8, moov.end, 'mvhd');
  const mdhd = boxIn(bytes, mdia.start + 8, mdia.end, 'mdhd');
  const timescaleOf = ({ start }: Box) => bytes.readUInt32BE(start + (bytes[start + 8] === 1 ? 28 : 20));
  const movieTicks = (frames: number) => Math.round((frames / FPS) * timescaleOf(mvhd));
  const mediaTicks = (frames: number) => (frames < 0 ? -1 : Math.round((frames / FPS) * timescaleOf(mdhd)));
  const size = version === 1 ? 20 : 12;
  const edts = Buffer.alloc(8 + 16 + entries.length * size);
  edts.writeUInt32BE(edts.length);
  edts.write('edts', 4);
  edts.writeUInt32BE(edts.length - 8, 8);
  edts.write('elst', 12);
  edts.writeUInt8(version, 16);
  edts.writeUInt32BE(entries.length, 20);
  for (const [index, [frames, from]] of entries.entries()) {
    const at = 24 + index * size;
    if (version === 1) {
      edts.writeBigUInt64BE(BigInt(movieTicks(frames)), at);
      edts.writeBigInt64BE(BigInt(mediaTicks(from)), at + 8);
    } else {
      edts.writeUInt32BE(movieTicks(frames), at);
      edts.writeInt32BE(mediaTicks(from), at + 4);
    }
    edts.writeUInt32BE(0x00010000, at + size - 4);
  }
  const known = listOf(bytes, trak.start + 8, trak.end).find(({ type }) => type === 'edts');
  const removed = known === undefined ? 0 : known.end - known.start;
  for (const { start, end } of [moov, trak]) bytes.writeUInt32BE(end - start + edts.length - removed, start);
  const after = known?.end ?? tkhd.end;
  return Buffer.concat([bytes.subarray(0, known?.start ?? tkhd.end), edts, bytes.subarray(after)]);
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function listOf(bytes: Buffer, from: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < end; ) {
    const size = bytes.readUInt32BE(start);
    const long = size === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : size;
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, end: start + long });
    start += long;
  }
  return boxes;
}

function boxIn(bytes: Buffer, from: number, end: number, type: string): Box {
  const box = listOf(bytes, from, end).find((each) => each.type === type);
  assert.ok(box, type);
  return box;
}
