import type { Ambience } from '../src/ambience.ts';

/** A clear, dry, silent ambience; tests override only what matters to them. */
export function ambienceWith(changes: Partial<Ambience> = {}): Ambience {
  return {
    weather: 'clear',
    weatherLevel: 0.8,
    wind: 0.2,
    water: 'none',
    birds: 0,
    insects: 0,
    traffic: 0,
    fire: 0,
    space: 0,
    mood: 'calm',
    lightning: [],
    surfPeriodSeconds: 4,
    phase: 0.3,
    ...changes,
  };
}
