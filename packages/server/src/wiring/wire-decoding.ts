import { Readable } from 'node:stream';
import { chooseFrames, choosePackets } from '@kinora/media/artifacts/choose-sample';
import type { DecodeVideo, VideoToDecode } from '../attempt/probe-artifact.ts';
import { createFairSlots } from '../kernel/fair-slots.ts';
import { readParts } from '../storage/read-parts.ts';
import { loadOptional } from './optional-package.ts';

/** Videos decoded at once; each is a process with up to two hundred megabytes. */
const SLOTS = 2;

/** Wires the decoding of videos, a sample of each, in processes of their own. The videos of one token wait for each other. */
export function wireDecoding(): { readonly decodeVideo: DecodeVideo } {
  const inSlot = createFairSlots(SLOTS);
  return { decodeVideo: (tokenId, video) => inSlot(tokenId ?? '', () => decode(video)) };
}

async function decode({ tracks: { video, sound }, keys, read }: VideoToDecode): Promise<boolean> {
  const { decodeSample } = await loadDecoder();
  const frames = chooseFrames(video.frames, keys);
  const packets = sound === undefined ? [] : choosePackets(sound.packets);
  const sizesOf = (runs: typeof frames) => runs.map((run) => run.map(({ bytes }) => bytes));
  const { decodes } = await decodeSample(
    {
      ...video.size,
      record: video.record.toString('base64'),
      frames: sizesOf(frames),
      ...(sound !== undefined && {
        sound: {
          sampleRate: sound.sampleRate,
          channels: sound.channels,
          description: sound.description.toString('base64'),
          packets: sizesOf(packets),
        },
      }),
      printsPreview: false,
    },
    readParts(read, [...frames, ...packets].flat()),
  );
  return decodes;
}

/** A server can be installed without the codecs, but then no video can be paid, and none has a preview. */
export function loadDecoder() {
  return loadOptional('the decoder of videos', () => import('@kinora/video/decode-sample'));
}

/** Why this server can decode no video; undefined if it can. Starts the process that decodes, without a video. */
export async function describeMissingDecoder(): Promise<string | undefined> {
  const nothing = { width: 0, height: 0, record: '', frames: [], printsPreview: false };
  try {
    const { decodeSample } = await loadDecoder();
    const { decodes } = await decodeSample(nothing, Readable.from([]));
    return decodes ? undefined : 'the process that decodes videos does not start';
  } catch (error) {
    return (error as Error).message;
  }
}
