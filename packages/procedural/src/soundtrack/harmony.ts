import type { Mood } from '../ambience.ts';

/** Timbre and harmony of a mood. Chords are in semitones above the root. */
export interface Harmony {
  readonly chords: readonly (readonly number[])[];
  /** Notes of the melody, in semitones above the root. */
  readonly scale: readonly number[];
  /** Amplitudes of the pad's harmonics, from the fundamental up. */
  readonly partials: readonly number[];
  readonly rootHertz: number;
  /** Lowest cutoff of the pad's low-pass filter, and the range of its sweep above that. */
  readonly cutoffHertz: number;
  readonly sweepHertz: number;
  /** RMS level of the pad. */
  readonly level: number;
  readonly notesPerSecond: number;
  /** Seconds for which a melody note rings. */
  readonly ring: number;
  readonly octave: number;
}

export const HARMONIES: Record<Mood, Harmony> = {
  calm: {
    chords: [
      [0, 7, 16, 23],
      [5, 12, 16, 21],
      [9, 12, 16, 19],
    ],
    scale: [0, 2, 4, 7, 9, 12, 14, 16],
    partials: [1, 0.32, 0.12, 0.05],
    rootHertz: 130.8,
    cutoffHertz: 700,
    sweepHertz: 500,
    level: 0.034,
    notesPerSecond: 0.8,
    ring: 1.6,
    octave: 2,
  },
  joyful: {
    chords: [
      [0, 7, 12, 16],
      [7, 14, 19, 23],
      [5, 12, 17, 21],
      [9, 12, 16, 21],
    ],
    scale: [0, 2, 4, 7, 9, 12, 16, 19],
    partials: [1, 0.5, 0.28, 0.14, 0.06],
    rootHertz: 146.8,
    cutoffHertz: 1300,
    sweepHertz: 900,
    level: 0.03,
    notesPerSecond: 3.2,
    ring: 0.8,
    octave: 2,
  },
  melancholy: {
    chords: [
      [0, 7, 12, 15],
      [8, 12, 15, 19],
      [3, 10, 15, 19],
      [10, 14, 17, 22],
    ],
    scale: [0, 2, 3, 7, 8, 12, 14, 15],
    partials: [1, 0.36, 0.2, 0.06],
    rootHertz: 110,
    cutoffHertz: 640,
    sweepHertz: 420,
    level: 0.036,
    notesPerSecond: 0.9,
    ring: 1.9,
    octave: 2,
  },
  tense: {
    chords: [
      [0, 7, 13, 18],
      [0, 6, 12, 13],
      [1, 8, 13, 19],
    ],
    scale: [0, 1, 6, 7, 12, 13],
    partials: [1, 0.62, 0.45, 0.32, 0.22, 0.14],
    rootHertz: 73.4,
    cutoffHertz: 480,
    sweepHertz: 620,
    level: 0.04,
    notesPerSecond: 0.5,
    ring: 1.2,
    octave: 3,
  },
  mysterious: {
    chords: [
      [0, 7, 14, 18],
      [2, 9, 14, 18],
      [-1, 6, 14, 21],
    ],
    scale: [0, 2, 4, 6, 7, 9, 11, 12, 14],
    partials: [1, 0.18, 0.34, 0.05, 0.12],
    rootHertz: 98,
    cutoffHertz: 820,
    sweepHertz: 640,
    level: 0.034,
    notesPerSecond: 1.2,
    ring: 1.8,
    octave: 3,
  },
  epic: {
    chords: [
      [-12, 0, 7, 12, 15],
      [-16, -4, 8, 12, 15],
      [-9, 3, 10, 15, 19],
      [-14, -2, 10, 14, 17],
    ],
    scale: [0, 3, 7, 10, 12, 15, 19],
    partials: [1, 0.72, 0.52, 0.38, 0.26, 0.18, 0.1],
    rootHertz: 130.8,
    cutoffHertz: 900,
    sweepHertz: 1500,
    level: 0.05,
    notesPerSecond: 1,
    ring: 1,
    octave: 1,
  },
};
