import { ImageData } from '@napi-rs/canvas';
import type { MovingScene } from '../moving-scene.ts';
import type { Scene } from '../prompt/scene.ts';
import { windblownKind } from '../stage/windblown-of.ts';
import { createWeather } from '../weather/draw-weather.ts';
import { bendGrid, createBendGrid } from './bend-photo.ts';
import { findWater } from './find-water.ts';
import { guessDepth } from './guess-depth.ts';
import { loadPhoto } from './load-photo.ts';
import { paintBent } from './paint-bent.ts';
import { photoAmbience } from './photo-ambience.ts';
import { photoPoseAt } from './photo-camera.ts';
import { drawLightLeak, lightAt } from './photo-light.ts';

/**
 * Makes a video of a still image: depth is guessed, a camera moves as the prompt says, light and
 * weather pass over it. The image must be a PNG that was inspected before.
 */
export async function animatePhoto(
  png: Uint8Array,
  scene: Scene,
  width: number,
  height: number,
): Promise<MovingScene> {
  const photo = await loadPhoto(png, width, height);
  const ambience = photoAmbience(scene);
  const bend = {
    photo,
    depth: guessDepth(photo.small),
    water: findWater(scene, photo.small),
    frameWidth: width,
    frameHeight: height,
  };
  const grid = createBendGrid(width, height);
  const windblown = windblownKind(scene);
  const weather = createWeather(ambience, scene.root, width, height, {
    // Nothing says where the image's ground is.
    splashes: false,
    ...(scene.features.includes('fireflies') && { fireflies: 0.9 }),
    ...(windblown !== undefined && { windblown }),
  });
  const image = new ImageData(width, height);
  const words = new Uint32Array(image.data.buffer, image.data.byteOffset, width * height);
  return {
    ambience,
    drawFrame(context, tSeconds, durationSeconds) {
      const pose = photoPoseAt(scene.camera, tSeconds, durationSeconds);
      bendGrid(bend, pose, lightAt(ambience, tSeconds), tSeconds, grid);
      paintBent(photo, grid, words, width, height);
      context.putImageData(image, 0, 0);
      drawLightLeak(context, ambience, width, height, tSeconds);
      weather.draw(context, tSeconds);
    },
  };
}
