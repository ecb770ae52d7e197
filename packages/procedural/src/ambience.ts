/**
 * What moves and sounds in a scene over time. The renderer and the soundtrack share these functions, so a
 * wave is heard as it is seen to break and thunder follows its flash. Every function is pure; times are
 * seconds from the first frame.
 */

export type Weather = 'clear' | 'cloudy' | 'fog' | 'rain' | 'storm' | 'snow' | 'wind';
export type Water = 'none' | 'still' | 'stream' | 'waterfall' | 'surf' | 'underwater';
export type Mood = 'calm' | 'joyful' | 'melancholy' | 'tense' | 'mysterious' | 'epic';

export interface LightningStrike {
  readonly atSeconds: number;
  /** Horizontal position, from 0 at the left edge to 1 at the right. */
  readonly x: number;
  /** Thunder is delayed by 2.9 s a kilometre, so strikes are kept close for short videos. */
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
  /** Phase offset of the slow oscillations below; drawn from the seed. */
  readonly phase: number;
}

const TAU = Math.PI * 2;
const SOUND_KM_PER_SECOND = 0.343;

/** Wind strength at time `t`: oscillates around `ambience.wind`, from 0 to about 1.4 times that value. */
export function gustAt(ambience: Ambience, t: number): number {
  const slow = Math.sin(TAU * (t / 5.3 + ambience.phase));
  const quick = Math.sin(TAU * (t / 2.1 + ambience.phase * 3.7));
  return Math.max(0, ambience.wind * (1 + 0.28 * slow + 0.12 * quick));
}

/** Phase of the surf at time `t`: the wave rises from 0, breaks at 0.5 and recedes towards 1. */
export function surfPhaseAt(ambience: Ambience, t: number): number {
  const cycles = t / ambience.surfPeriodSeconds + ambience.phase;
  return cycles - Math.floor(cycles);
}

/** Brightness added by lightning at time `t`, 0 to 1: a hard flash, a flicker and a short afterglow. */
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

/** The time at which the thunder of a strike is first heard. */
export function thunderAtSeconds(strike: LightningStrike): number {
  return strike.atSeconds + strike.distanceKm / SOUND_KM_PER_SECOND;
}
