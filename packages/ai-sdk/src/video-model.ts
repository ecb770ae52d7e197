import type {
  Experimental_VideoModelV3File as File,
  SharedV3Warning,
  Experimental_VideoModelV3 as VideoModel,
  Experimental_VideoModelV3CallOptions as VideoOptions,
} from '@ai-sdk/provider';
import type { Model } from '@kinora/client';
import { chooseSize } from './choose-size.ts';
import type { KinoraSettings } from './config.ts';
import { MAX_PER_CALL, runJobs } from './run-jobs.ts';
import { openClients } from './service-clients.ts';

/** A model of videos with sound, from a text or from an image, which is the first frame. */
export function createVideoModel(modelId: string, settings: KinoraSettings): VideoModel {
  return {
    specificationVersion: 'v3',
    provider: 'kinora.video',
    modelId,
    maxVideosPerCall: MAX_PER_CALL,
    async doGenerate(options) {
      const { prompt = '', seed, duration, resolution, aspectRatio, abortSignal: signal } = options;
      const clients = openClients(settings, options.headers);
      const readModel = () => clients.orders.readModel(modelId, { signal });
      const { delivered, warnings, response } = await runJobs(clients, {
        kind: 'video',
        n: options.n,
        providerOptions: options.providerOptions,
        abortSignal: signal,
        prepare: async (warnings) => {
          await warnOfUnsupported(options, readModel, warnings);
          const sides = await chooseSize(resolution, aspectRatio, readModel, warnings);
          const first = options.image ?? frameOf(options, 'first_frame');
          const image = first && { init_image_base64: await base64Of(first, signal) };
          return { prompt, model: modelId, seed, duration, ...sides, ...image };
        },
      });
      return {
        videos: delivered.map(({ bytes }) => ({ type: 'binary', data: bytes, mediaType: 'video/mp4' })),
        warnings,
        providerMetadata: { kinora: { videos: delivered.map(({ metadata }) => metadata) } },
        response,
      };
    },
  };
}

function frameOf({ frameImages }: VideoOptions, type: 'first_frame' | 'last_frame'): File | undefined {
  return frameImages?.find(({ frameType }) => frameType === type)?.image;
}

async function warnOfUnsupported(
  options: VideoOptions,
  readModel: () => Promise<Model>,
  warnings: SharedV3Warning[],
): Promise<void> {
  const { fps, generateAudio, inputReferences = [] } = options;
  const warn = (feature: string, details: string) => warnings.push({ type: 'unsupported', feature, details });
  const model = fps === undefined && generateAudio === undefined ? undefined : await readModel();
  if (model?.kind === 'video') {
    const { id, frames_per_second: rate, sound } = model;
    if (fps !== undefined && fps !== rate) warn('fps', `${id} renders ${rate} frames a second.`);
    if (generateAudio === !sound)
      warn('generateAudio', `Videos of ${id} have ${sound ? 'sound' : 'no sound'}.`);
  }
  if (frameOf(options, 'last_frame'))
    warn('frameImages', 'A video can begin with an image, not end with one.');
  if (inputReferences.length > 0) warn('inputReferences', 'An image can be the first frame only.');
}

async function base64Of(file: File, signal: AbortSignal | undefined): Promise<string> {
  if (file.type === 'file' && typeof file.data === 'string') return file.data;
  const read = async (url: string) =>
    new Uint8Array(await (await fetch(url, { signal: signal ?? null })).arrayBuffer());
  const bytes = file.type === 'url' ? await read(file.url) : (file.data as Uint8Array);
  // Without Buffer, which not every runtime has.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
