import type { Canvas } from '@napi-rs/canvas';
import { createFogTexture, FOG_PERIOD, type FogColour } from './fog-texture.ts';
import { effectSeed, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

interface FogBank {
  /** Centre and height, as fractions of the frame's height. */
  readonly middle: number;
  readonly height: number;
  /** Width of one period in units; nearer banks are wider. */
  readonly width: number;
  readonly drift: number;
  readonly alpha: number;
}

const BANKS: readonly FogBank[] = [
  { middle: 0.52, height: 0.34, width: 1.9, drift: 0.016, alpha: 0.5 },
  { middle: 0.68, height: 0.42, width: 2.6, drift: -0.022, alpha: 0.46 },
  { middle: 0.9, height: 0.5, width: 3.6, drift: 0.05, alpha: 0.5 },
];
const MIST: FogColour = [214, 220, 228];
const DUST: FogColour = [206, 184, 146];

/** Parameters shared by the banks of one layer. */
interface BankKind {
  readonly colour: FogColour;
  /** Opacity of the overlay over the whole frame, at full level. */
  readonly overlayAlpha: number;
  /** How far the nearest bank moves per unit of wind travel. */
  readonly windShare: number;
}

/** Fog banks that drift past one another over a pale overlay and slowly vary in density. */
export function createFog(stage: WeatherStage, colour: FogColour = MIST): WeatherLayer {
  return createBanks(stage, BANKS, { colour, overlayAlpha: 0.16, windShare: 0.05 });
}

/** Dust clouds that move fast with the wind and reduce visibility. */
export function createDustClouds(stage: WeatherStage): WeatherLayer {
  const high = BANKS.map((bank) => ({
    ...bank,
    height: bank.height * 1.5,
    middle: bank.middle * 0.9 + 0.02,
  }));
  return createBanks(stage, high, { colour: DUST, overlayAlpha: 0.3, windShare: 0.3 });
}

function createBanks(stage: WeatherStage, banks: readonly FogBank[], kind: BankKind): WeatherLayer {
  const { width, height, unit, ambience, windTravel } = stage;
  const { colour, windShare } = kind;
  const level = ambience.weatherLevel;
  const textures = banks.map((_, index) => createFogTexture(effectSeed(stage, `fog ${index}`), colour));
  return (context, tSeconds) => {
    context.save();
    context.fillStyle = `rgba(${colour.join(', ')}, ${kind.overlayAlpha * level})`;
    context.fillRect(0, 0, width, height);
    for (const [index, bank] of banks.entries()) {
      const breathing = 0.85 + 0.15 * Math.sin(tSeconds * 0.5 + index * 2.1 + ambience.phase * 6);
      const bankWidth = Math.max(bank.width * unit, width * 1.05);
      const carried = (bank.drift * tSeconds + windTravel(tSeconds) * windShare * (index + 1)) * unit;
      const turns = carried / bankWidth + ambience.phase;
      const from = (Math.ceil(turns) - turns) * FOG_PERIOD;
      const top = (bank.middle - bank.height / 2) * height;
      context.globalAlpha = Math.min(1, bank.alpha * (0.35 + 0.9 * level) * breathing);
      const shown = (width / bankWidth) * FOG_PERIOD;
      const texture = textures[index] as Canvas;
      context.drawImage(texture, from, 0, shown, texture.height, 0, top, width, bank.height * height);
    }
    context.restore();
  };
}
