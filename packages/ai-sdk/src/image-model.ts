import { type ImageModelV3 as ImageModel, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { chooseSize } from './choose-size.ts';
import type { KinoraSettings } from './config.ts';
import { MAX_PER_CALL, runJobs } from './run-jobs.ts';
import { openClients } from './service-clients.ts';

/** A model of images. */
export function createImageModel(modelId: string, settings: KinoraSettings): ImageModel {
  return {
    specificationVersion: 'v3',
    provider: 'kinora.image',
    modelId,
    maxImagesPerCall: MAX_PER_CALL,
    async doGenerate({ prompt = '', seed, size, aspectRatio, files = [], mask, headers, ...options }) {
      if (mask !== undefined || files.length > 0) {
        throw new UnsupportedFunctionalityError({ functionality: 'an image as the input of an image' });
      }
      const clients = openClients(settings, headers);
      const readModel = () => clients.orders.readModel(modelId, { signal: options.abortSignal });
      const { delivered, warnings, response } = await runJobs(clients, {
        kind: 'image',
        ...options,
        prepare: async (warnings) => {
          const sides = await chooseSize(size, aspectRatio, readModel, warnings);
          return { prompt, model: modelId, seed, ...sides };
        },
      });
      return {
        images: delivered.map(({ bytes }) => bytes),
        warnings,
        providerMetadata: { kinora: { images: delivered.map(({ metadata }) => metadata) } },
        response,
      };
    },
  };
}
