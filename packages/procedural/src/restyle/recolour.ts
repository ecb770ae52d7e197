import { composeScene } from '../compose-scene.ts';
import type { Medium } from '../prompt/scene.ts';
import { type ColourLut, createColourTransfer, lookUpColour } from './colour-transfer.ts';
import { findSky, type RgbaImage } from './find-sky.ts';
import type { RestylePlan } from './plan-restyle.ts';

/** Side in pixels of the model scene, which is painted only for its colours. */
const MODEL_SIDE = 224;
/** Media whose colours belong to the transfer; all others are applied afterwards, over natural colours. */
const COLOUR_MEDIA: readonly Medium[] = ['synthwave', 'vintage', 'noir'];

/**
 * Transfers the colours of the scene that the prompt describes to the image, in place: that scene is
 * painted small, and sky is matched with sky, land with land.
 */
export function recolour(image: RgbaImage, plan: RestylePlan, sky: Float32Array | undefined): void {
  const { scene, colourStrength } = plan;
  const medium = COLOUR_MEDIA.includes(scene.medium) ? scene.medium : 'natural';
  const pixels = composeScene({ ...scene, medium }, MODEL_SIDE, MODEL_SIDE).drawStill();
  const model: RgbaImage = {
    data: new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length),
    width: MODEL_SIDE,
    height: MODEL_SIDE,
  };
  const modelSky = sky === undefined ? undefined : findSky(model);
  const all = (): number => 1;
  if (sky === undefined || modelSky === undefined) {
    applyLuts(image, createColourTransfer(image, all, model, all, colourStrength));
    return;
  }
  const inSky = (mask: Float32Array) => (pixel: number) => mask[pixel] as number;
  const onLand = (mask: Float32Array) => (pixel: number) => 1 - (mask[pixel] as number);
  const skyLut = createColourTransfer(image, inSky(sky), model, inSky(modelSky), colourStrength);
  const landLut = createColourTransfer(image, onLand(sky), model, onLand(modelSky), colourStrength);
  applyLuts(image, landLut, skyLut, sky);
}

function applyLuts({ data }: RgbaImage, landLut: ColourLut, skyLut = landLut, sky?: Float32Array): void {
  const one = new Float32Array(3);
  const other = new Float32Array(3);
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++) {
    const red = data[at] as number;
    const green = data[at + 1] as number;
    const blue = data[at + 2] as number;
    const high = sky?.[pixel] ?? 0;
    if (high < 1) lookUpColour(landLut, red, green, blue, one);
    if (high > 0) lookUpColour(skyLut, red, green, blue, other);
    for (let channel = 0; channel < 3; channel++) {
      const low = one[channel] as number;
      data[at + channel] =
        high <= 0
          ? low
          : high >= 1
            ? (other[channel] as number)
            : low + ((other[channel] as number) - low) * high;
    }
  }
}
