/**
 * What moves and sounds in a scene over time. The renderer and the soundtrack both read it,
 * so a wave seen breaking is the wave that is heard, and thunder follows its own flash.
 * Everything here is a pure function of its arguments; times are seconds from the first frame.
 */

export type Weather = 'clear' | 'cloudy' | 'fog' | 'rain' | 'storm' | 'snow' | 'wind';
export type Water = 'none' | 'still' | 'stream' | 'waterfall' | 'surf' | 'underwater';
export type Mood = 'calm' | 'joyful' | 'melancholy' | 'tense' | 'mysterious' | 'epic';

export interface LightningStrike {
  readonly atSeconds: number;
  /** Where it strikes, 0 the left edge, 1 the right. */
  readonly x: number;
  /** Sound needs 2.9 s a kilometre; short videos keep strikes near. */
  readonly distanceKm: number;
}

/** Levels run from 0 (none) to 1 (as strong as the scene allows). */
export interface Ambience {
  readonly weather: Weather;
  readonly weatherLevel: number;
  readonly wind: number;
  readonly water: Water;
  readonly birds: number;
  readonly insects: number;
  readonly traffic: number;
  readonly fire: number;
  readonly space: number;
  readonly mood: Mood;
  readonly lightning: readonly LightningStrike[];
  /** Seconds from one breaking wave to the next. */
  readonly surfPeriodSeconds: number;
  /** Phases of the slow functions below; drawn from the seed. */
  readonly phase: number;
}

const TAU = Math.PI * 2;
const SOUND_KM_PER_SECOND = 0.343;

/** Strength of the wind at `t`, around `ambience.wind`, from 0 to about 1.4 times it. */
export function gustAt(ambience: Ambience, t: number): number {
  const slow = Math.sin(TAU * (t / 5.3 + ambience.phase));
  const quick = Math.sin(TAU * (t / 2.1 + ambience.phase * 3.7));
  return Math.max(0, ambience.wind * (1 + 0.28 * slow + 0.12 * quick));
}

/** Phase of the surf at `t`: 0 the wave rises, 0.5 it breaks, towards 1 it draws back. */
export function surfPhaseAt(ambience: Ambience, t: number): number {
  const cycles = t / ambience.surfPeriodSeconds + ambience.phase;
  return cycles - Math.floor(cycles);
}

/** Brightness that lightning adds at `t`, 0 to 1: a hard flash, a flicker, a short afterglow. */
export function flashAt(ambience: Ambience, t: number): number {
  let brightness = 0;
  for (const strike of ambience.lightning) {
    const since = t - strike.atSeconds;
    if (since < 0 || since > 0.7) continue;
    const flicker = since < 0.06 || (since > 0.1 && since < 0.18) ? 1 : 0.35;
    brightness = Math.max(brightness, flicker * Math.exp(-since * 5));
  }
  return brightness;
}

/** When the thunder of a strike is first heard. */
export function thunderAtSeconds(strike: LightningStrike): number {
  return strike.atSeconds + strike.distanceKm / SOUND_KM_PER_SECOND;
}
