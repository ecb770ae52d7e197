import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { flashAt } from '../ambience.ts';
import { createBolt } from './lightning-bolt.ts';
import { effectSeed, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

/** The bolt stays visible for about this long, longer than its first flash. */
const BOLT_SECONDS = 0.34;
/**
 * Opacity of the brightest flash: a full white-out would hide the image and is hard on photosensitive
 * viewers.
 */
const MAX_FLASH_ALPHA = 0.46;

/** The bolts of the ambience and the light they cast over the whole frame. */
export function createLightning(stage: WeatherStage): WeatherLayer {
  const { ambience, width, height } = stage;
  const boltOf = createBoltCache(stage);
  return (context, tSeconds) => {
    const flash = flashAt(ambience, tSeconds);
    if (flash <= 0.004) return;
    context.save();
    context.globalCompositeOperation = 'screen';
    for (const [index, strike] of ambience.lightning.entries()) {
      const since = tSeconds - strike.atSeconds;
      if (since < 0 || since > BOLT_SECONDS) continue;
      lightSky(context, stage, strike.x, flash);
      context.globalAlpha = Math.min(1, flash * 1.4) * (1 - since / BOLT_SECONDS) ** 0.5;
      context.drawImage(boltOf(index), 0, 0);
      context.globalAlpha = 1;
    }
    context.fillStyle = `rgba(196, 208, 255, ${MAX_FLASH_ALPHA * flash})`;
    context.fillRect(0, 0, width, height);
    context.restore();
  };
}

function lightSky(context: SKRSContext2D, stage: WeatherStage, strikeX: number, flash: number): void {
  const { width, height } = stage;
  const x = width * strikeX;
  const y = height * 0.12;
  const sky = context.createRadialGradient(x, y, 0, x, y, Math.max(width, height) * 0.8);
  sky.addColorStop(0, `rgba(208, 216, 255, ${0.75 * flash})`);
  sky.addColorStop(1, 'rgba(120, 135, 220, 0)');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
}

/** Land hides the lower part of the bolt. */
function maskBelowSkyline(bolt: Canvas, skyline: Float32Array): void {
  const context = bolt.getContext('2d');
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  context.moveTo(0, bolt.height);
  for (const [x, y] of skyline.entries()) context.lineTo(x, y);
  context.lineTo(bolt.width, skyline.at(-1) ?? bolt.height);
  context.lineTo(bolt.width, bolt.height);
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

/** Keeps only the last bolt: an ambience may have a minute of strikes, and each sprite fills the frame. */
function createBoltCache(stage: WeatherStage): (index: number) => Canvas {
  let cached: { readonly index: number; readonly sprite: Canvas } | undefined;
  return (index) => {
    const strike = stage.ambience.lightning[index];
    if (!strike) throw new Error(`The ambience has no strike ${index}.`);
    if (cached?.index !== index) {
      const seed = effectSeed(stage, `lightning ${index}`);
      cached = {
        index,
        sprite: createBolt(seed, stage.width, stage.height, {
          strikeX: strike.x,
          horizon: stage.horizon,
          distanceKm: strike.distanceKm,
        }),
      };
      if (stage.skyline !== undefined) maskBelowSkyline(cached.sprite, stage.skyline);
    }
    return cached.sprite;
  };
}
