import { flashAt } from '../ambience.ts';
import { createBolt } from './lightning-bolt.ts';
import { effectSeed, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

/** The bolt outlives its first flash; the eye keeps it for about this long. */
const BOLT_SECONDS = 0.34;
/** The brightest veil: a full white-out hides the picture and is hard on sensitive viewers. */
const BRIGHTEST_VEIL = 0.46;

/** The bolts of the ambience and the light they throw over the whole frame. */
export function createLightning(stage: WeatherStage): WeatherLayer {
  const { ambience, width, height } = stage;
  const bolts = ambience.lightning.map((strike, index) => ({
    strike,
    sprite: createBolt(effectSeed(stage, `lightning ${index}`), width, height, strike.x, strike.distanceKm),
  }));
  return (context, tSeconds) => {
    const flash = flashAt(ambience, tSeconds);
    if (flash <= 0.004) return;
    context.save();
    context.globalCompositeOperation = 'screen';
    for (const { strike, sprite } of bolts) {
      const since = tSeconds - strike.atSeconds;
      if (since < 0 || since > BOLT_SECONDS) continue;
      const sky = context.createRadialGradient(
        width * strike.x,
        height * 0.12,
        0,
        width * strike.x,
        height * 0.12,
        Math.max(width, height) * 0.8,
      );
      sky.addColorStop(0, `rgba(208, 216, 255, ${0.75 * flash})`);
      sky.addColorStop(1, 'rgba(120, 135, 220, 0)');
      context.fillStyle = sky;
      context.fillRect(0, 0, width, height);
      context.globalAlpha = Math.min(1, flash * 1.4) * (1 - since / BOLT_SECONDS) ** 0.5;
      context.drawImage(sprite, 0, 0);
      context.globalAlpha = 1;
    }
    context.fillStyle = `rgba(196, 208, 255, ${BRIGHTEST_VEIL * flash})`;
    context.fillRect(0, 0, width, height);
    context.restore();
  };
}
