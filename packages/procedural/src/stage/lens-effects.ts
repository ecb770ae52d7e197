import { createCanvas } from '@napi-rs/canvas';
import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { latticeHash } from '../random/noise.ts';
import { createWeatherOverlay } from '../weather/weather-overlay.ts';
import type { Stage } from './stage.ts';
import { windblownKindOfScene } from './windblown-kind.ts';

/** Adds the layers in front of the lens: weather, the passing of a day in a time lapse, and a vignette. */
export function addLensEffects(stage: Stage): void {
  const { scene, view, palette } = stage;
  const fireflies = scene.features.includes('fireflies') ? 1 : 0;
  const kind = windblownKindOfScene(scene);
  const indoors = [
    'table',
    'portrait',
    'hall',
    'bloom',
    'abstract',
    'space',
    'underwater',
    'moon',
    'sky',
  ].includes(scene.backdrop);
  if (!indoors) {
    const fire = stage.fire;
    const weather = createWeatherOverlay(scene.ambience, scene.root, view.width, view.height, {
      ...(fireflies > 0 && { fireflies }),
      ...(kind !== undefined && { windblown: kind }),
      ...(fire !== undefined && { emberSource: fire }),
      horizon: view.horizon / view.height,
      skyline: stage.skyline,
      fogColour: fogColourOf(stage),
    });
    stage.items.push({
      depth: 1,
      onLens: true,
      draw: (context, tSeconds) => weather.draw(context, tSeconds),
    });
  }
  if (scene.timelapse) addPassingDay(stage);
  addVignette(stage, css(scale(palette.zenith, 0.16), scene.medium === 'natural' ? 0.5 : 0.32));
}

/** The fog has the colour of the haze, slightly paler. */
function fogColourOf({ palette }: Stage): Rgb {
  const [red, green, blue] = mix(palette.haze, [238, 240, 244], 0.18);
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

const DAY_SECONDS = 9;

/** A day in a few seconds: the light of the whole frame warms, turns to night and returns. */
function addPassingDay(stage: Stage): void {
  const { width, height } = stage.view;
  stage.items.push({
    depth: 1,
    onLens: true,
    draw(context, tSeconds) {
      const sun = Math.cos((tSeconds / DAY_SECONDS) * Math.PI * 2);
      const warm = Math.max(0, 1 - Math.abs(sun) * 1.6);
      const night = Math.max(0, -sun);
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = css([
        255 - 165 * night,
        255 - 70 * warm - 140 * night,
        255 - 120 * warm - 60 * night,
      ]);
      context.fillRect(0, 0, width, height);
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function addVignette(stage: Stage, colour: string): void {
  const { width, height } = stage.view;
  const small = createCanvas(Math.ceil(width / 4), Math.ceil(height / 4));
  const brush = small.getContext('2d');
  brush.scale(small.width, small.height);
  const edge = brush.createRadialGradient(0.5, 0.48, 0.36, 0.5, 0.48, 0.78);
  edge.addColorStop(0, colour.replace(/,[^,]*\)$/u, ',0)'));
  edge.addColorStop(1, colour);
  brush.fillStyle = edge;
  brush.fillRect(0, 0, 1, 1);
  stage.items.push({
    depth: 1,
    onLens: true,
    draw: (context) => context.drawImage(small, 0, 0, width, height),
  });
}

/** Adds film grain of a few levels to the RGBA bytes of a finished image; it also hides remaining banding. */
export function addFilmGrain(
  { buffer, byteOffset, length }: Uint8Array,
  seed: number,
  strength: number,
): void {
  const data = new Uint8ClampedArray(buffer, byteOffset, length);
  const levels = Float32Array.from(
    { length: 4096 },
    (_, index) => (latticeHash(index, 3, seed) + latticeHash(index, 5, seed) - 1) * strength,
  );
  let state = seed | 1;
  for (let at = 0; at < data.length; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const grain = levels[state & 4095] as number;
    data[at] = (data[at] as number) + grain;
    data[at + 1] = (data[at + 1] as number) + grain;
    data[at + 2] = (data[at + 2] as number) + grain;
  }
}
