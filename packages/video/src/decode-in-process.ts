import { buffer } from 'node:stream/consumers';
import { codedSizeOf } from '@kinora/media/avc/coded-size';
import { closeFrame } from './close-frame.ts';
import { loadCodecs } from './codecs.ts';
import { createFrameReader, decodeFrames } from './decode-frames.ts';
import { decodeSound } from './decode-sound.ts';
import type { Mp4Packet, VideoTrackContent } from './read-mp4.ts';
import { NO_CODECS, type SampleRequest } from './sample-request.ts';

/** The program of `decodeSample`. It fails when anything does not decode, or decodes to frames of another size. */

const FRAME_SECONDS = 1 / 24;
const PACKET_SAMPLES = 1024;
const PARAMETER_SET = 7;

const input = await buffer(process.stdin);
const end = input.indexOf('\n');
const request: SampleRequest = JSON.parse(input.toString('utf8', 0, end));
let position = end + 1;

await loadCodecs().catch(() => process.exit(NO_CODECS));
const preview = await decodeVideo();
await decodePackets();
if (preview !== undefined) process.stdout.write(preview);

function take(sizes: readonly number[], seconds: number): Mp4Packet[] {
  return sizes.map((size, index) => {
    const bytes = input.subarray(position, position + size);
    if (bytes.length !== size) throw new Error('The sample is cut short.');
    position += size;
    return { bytes, key: index === 0, startSeconds: index * seconds, seconds };
  });
}

/** The first frame as a small JPEG, if it is asked for. */
async function decodeVideo(): Promise<Uint8Array | undefined> {
  const { width, height } = request;
  const description = Buffer.from(request.record, 'base64');
  const codec = `avc1.${description.toString('hex', 1, 4)}`;
  let first: Uint8Array | undefined;
  for (const sizes of request.frames) {
    const packets = take(sizes, FRAME_SECONDS);
    for (const { bytes } of packets) checkParameterSets(bytes, ((description[4] ?? 0) & 3) + 1);
    const track: VideoTrackContent = { codec, width, height, description, matrix: undefined, packets };
    let frames = 0;
    for await (const frame of decodeFrames(track)) {
      try {
        if (frame.displayWidth !== width || frame.displayHeight !== height)
          throw new Error('A frame has another size.');
        if (request.printsPreview) first ??= await printImage(await createFrameReader()(frame));
      } finally {
        closeFrame(frame);
      }
      frames += 1;
    }
    if (frames !== packets.length) throw new Error(`Of ${packets.length} frames ${frames} decode.`);
  }
  return first;
}

/** A stream may change its size between its frames, and the decoder would allocate by that. */
function checkParameterSets(frame: Uint8Array, lengthBytes: number): void {
  const units = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  for (let at = 0; at < units.length; ) {
    const start = at + lengthBytes;
    at = start + units.readUIntBE(at, lengthBytes);
    if (at > units.length || at === start) throw new Error('A unit is cut short.');
    if (((units[start] ?? 0) & 31) !== PARAMETER_SET) continue;
    const { width, height } = codedSizeOf(units.subarray(start, at));
    if (width !== request.width || height !== request.height) throw new Error('The video changes its size.');
  }
}

async function printImage(pixels: Uint8Array): Promise<Uint8Array> {
  const [{ default: sharp }, { previewImage }] = await Promise.all([
    import('sharp'),
    import('@kinora/media/preview-image'),
  ]);
  const raw = { width: request.width, height: request.height, channels: 4 } as const;
  return previewImage(await sharp(pixels, { raw }).removeAlpha().png().toBuffer());
}

async function decodePackets(): Promise<void> {
  const { sound } = request;
  if (sound === undefined) return;
  const { sampleRate, channels } = sound;
  const description = Buffer.from(sound.description, 'base64');
  for (const sizes of sound.packets) {
    const packets = take(sizes, PACKET_SAMPLES / sampleRate);
    await decodeSound({ codec: 'mp4a.40.2', sampleRate, channels, description, packets });
  }
}
