import '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { ready, setBackend, type Tensor, tensor4d, tidy, util } from '@tensorflow/tfjs-core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { CLASSIFIER_SIDE, type Scores } from './image-classifier.ts';

/** The part of the model file that is used here. */
interface ModelFile {
  readonly modelTopology: object;
  readonly format: string;
  readonly weightsManifest: readonly { readonly weights: [] }[];
}

const SHAPE: [number, number, number, number] = [1, CLASSIFIER_SIDE, CLASSIFIER_SIDE, 3];

/**
 * Loads the classifier from the files in its package; nothing is downloaded. The package's own loader is not
 * used: it imports all of TensorFlow.js, of which three parts suffice.
 */
export async function loadModel(): Promise<(rgb: Uint8Array) => Promise<Scores>> {
  if (!(await setBackend('wasm'))) throw new Error('The WebAssembly backend of TensorFlow.js did not start.');
  await ready();
  const file = (await MobileNetV2MidModel.modelJson()).default as unknown as ModelFile;
  const parts = await Promise.all(MobileNetV2MidModel.weightBundles.map((load) => load()));
  const weights = Buffer.concat(
    parts.map((part) => Buffer.from(part.default as unknown as string, 'base64')),
  );
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: file.modelTopology,
      format: file.format,
      weightSpecs: file.weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weights).buffer,
    }),
  });
  // The backend copies it; new memory for each image would cause a collection every few images.
  const values = new Float32Array(util.sizeFromShape(SHAPE));
  return async (rgb) => {
    util.assert(rgb.length === values.length, () => `${rgb.length} bytes are not one image`);
    for (let at = 0; at < values.length; at++) values[at] = (rgb[at] as number) / 255;
    const output = tidy(() => model.predict(tensor4d(values, SHAPE)) as Tensor);
    // The order is that in which the model was trained.
    const [drawing = NaN, hentai = NaN, neutral = NaN, porn = NaN, sexy = NaN] = await output.data();
    output.dispose();
    return { drawing, hentai, neutral, porn, sexy };
  };
}
