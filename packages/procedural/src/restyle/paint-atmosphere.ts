import { type Canvas, createCanvas, type ImageData } from '@napi-rs/canvas';
import { css } from '../colour/colour.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { windblownKindOfScene } from '../stage/windblown-kind.ts';
import { createWeatherOverlay } from '../weather/weather-overlay.ts';

/** A moment at which rain and snow fill the frame. */
const MOMENT_SECONDS = 3;

/** Paints the requested sky behind the image's content, and light and weather in front of it. */
export function paintAtmosphere(
  canvas: Canvas,
  stage: Stage,
  amount: number,
  sky: Float32Array | undefined,
): void {
  const context = canvas.getContext('2d');
  const { scene, view } = stage;
  if (amount > 0 && sky !== undefined) context.drawImage(newSky(stage, amount, sky), 0, 0);
  if (amount > 0) addGlow(canvas, stage, sky !== undefined);
  const windblown = windblownKindOfScene(scene);
  const weather = createWeatherOverlay(scene.ambience, scene.root, view.width, view.height, {
    // The position of the ground in the image is unknown.
    splashes: false,
    horizon: view.horizon / view.height,
    skyline: stage.skyline,
    ...(scene.features.includes('fireflies') && { fireflies: 0.9 }),
    ...(windblown !== undefined && { windblown }),
  });
  const [strike] = scene.ambience.lightning;
  weather.draw(context, strike === undefined ? MOMENT_SECONDS : strike.atSeconds + 0.08);
}

/** The scene's sky, masked to the sky of the image and blended with it. */
function newSky(stage: Stage, amount: number, sky: Float32Array): Canvas {
  const { width, height } = stage.view;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  paintSky(stage);
  for (const item of stage.items.splice(0)) {
    context.save();
    item.draw(context, 0);
    context.restore();
  }
  const image = context.getImageData(0, 0, width, height);
  for (let pixel = 0; pixel < sky.length; pixel++)
    image.data[pixel * 4 + 3] = 255 * amount * (sky[pixel] as number);
  context.putImageData(image as ImageData, 0, 0);
  return canvas;
}

/** Light of a low sun glows over what is in front of it. */
function addGlow(canvas: Canvas, { scene, view, palette }: Stage, hasSky: boolean): void {
  const low = ['sunrise', 'sunset', 'golden', 'dawn'].includes(scene.time);
  if (!low || ['storm', 'rain', 'snow', 'fog'].includes(scene.weather)) return;
  const context = canvas.getContext('2d');
  const x = view.sunX;
  const y = hasSky ? view.sunY : 0;
  const glow = context.createRadialGradient(x, y, 0, x, y, 0.8 * Math.max(view.width, view.height));
  glow.addColorStop(0, css(palette.glow, 0.42));
  glow.addColorStop(0.4, css(palette.glow, 0.13));
  glow.addColorStop(1, css(palette.glow, 0));
  context.save();
  context.globalCompositeOperation = 'screen';
  context.fillStyle = glow;
  context.fillRect(0, 0, view.width, view.height);
  context.restore();
}
