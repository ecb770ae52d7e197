import {
  type ImageModelV3 as ImageModel,
  NoSuchModelError,
  type ProviderV3,
  type Experimental_VideoModelV3 as VideoModel,
} from '@ai-sdk/provider';
import type { KinoraSettings } from './config.ts';
import { createImageModel } from './image-model.ts';
import { createVideoModel } from './video-model.ts';

export interface KinoraProvider extends ProviderV3 {
  /** For `generateImage`: a model of `GET /v1/models`, such as `image`. */
  image(modelId: string): ImageModel;
  /** For `experimental_generateVideo`: a model of `GET /v1/models`, such as `fast`. */
  video(modelId: string): VideoModel;
  videoModel(modelId: string): VideoModel;
}

/** A Kinora service as a provider of the AI SDK. */
export function createKinora(settings: KinoraSettings = {}): KinoraProvider {
  const image = (modelId: string) => createImageModel(modelId, settings);
  const video = (modelId: string) => createVideoModel(modelId, settings);
  const none = (modelType: 'languageModel' | 'embeddingModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v3',
    image,
    imageModel: image,
    video,
    videoModel: video,
    languageModel: none('languageModel'),
    embeddingModel: none('embeddingModel'),
  };
}

/** The service of KINORA_SERVER, with the key of KINORA_API_KEY. */
export const kinora: KinoraProvider = createKinora();
