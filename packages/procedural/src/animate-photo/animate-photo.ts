import { ImageData } from '@napi-rs/canvas';
import type { DrawMoment } from '../draw-moment.ts';
import type { Scene } from '../prompt/scene.ts';
import { windblownKindOfScene } from '../stage/windblown-kind.ts';
import { createWeatherOverlay } from '../weather/weather-overlay.ts';
import { drawWarped } from './draw-warped.ts';
import { estimateDepth } from './estimate-depth.ts';
import { findWater } from './find-water.ts';
import { loadPhoto } from './load-photo.ts';
import { photoAmbience } from './photo-ambience.ts';
import { photoPoseAt } from './photo-camera.ts';
import { drawLightLeak, lightAt } from './photo-light.ts';
import { createWarpGrid, updateWarpGrid } from './warp-grid.ts';

/**
 * Turns a still image into a moving scene: estimates depth, moves a camera as the prompt describes and
 * overlays light and weather. The image must be a PNG that has already been inspected.
 */
export async function animatePhoto(
  png: Uint8Array,
  scene: Scene,
  width: number,
  height: number,
): Promise<DrawMoment> {
  const photo = await loadPhoto(png, width, height);
  const ambience = photoAmbience(scene);
  const source = {
    photo,
    depth: estimateDepth(photo.small),
    water: findWater(scene, photo.small),
    frameWidth: width,
    frameHeight: height,
  };
  const grid = createWarpGrid(width, height);
  const windblown = windblownKindOfScene(scene);
  const weather = createWeatherOverlay(ambience, scene.root, width, height, {
    // The position of the ground in the image is unknown.
    splashes: false,
    ...(scene.features.includes('fireflies') && { fireflies: 0.9 }),
    ...(windblown !== undefined && { windblown }),
  });
  const image = new ImageData(width, height);
  const words = new Uint32Array(image.data.buffer, image.data.byteOffset, width * height);
  return (context, tSeconds, durationSeconds) => {
    const pose = photoPoseAt(scene.camera, tSeconds, durationSeconds);
    updateWarpGrid(source, pose, lightAt(ambience, tSeconds), tSeconds, grid);
    drawWarped(photo, grid, words, width, height);
    context.putImageData(image, 0, 0);
    drawLightLeak(context, ambience, width, height, tSeconds);
    weather.draw(context, tSeconds);
  };
}
