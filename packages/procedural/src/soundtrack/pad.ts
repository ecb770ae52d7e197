import { between } from '../random/random.ts';
import { filterStereo, shapeGain, sweepFilter } from './filters.ts';
import { HARMONIES, type Harmony } from './harmony.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo, SAMPLE_RATE, type Stereo } from './stereo.ts';

const TABLE_SIZE = 2048;
/** Approximate length of a chord; a video gets a whole number of chords, at least two. */
const CHORD_SECONDS = 2.6;
const CROSSFADE_SECONDS = 0.9;

/** A slow chord bed in the mode and timbre of the mood. */
export const addPad: SoundLayer = (stage) => {
  const harmony = HARMONIES[stage.ambience.mood];
  const random = soundRandom(stage, 'pad');
  const root = harmony.rootHertz * 2 ** (Math.round(between(random, -2, 2)) / 12);
  const table = createTable(harmony.partials);
  const chordCount = Math.max(2, Math.round(stage.seconds / CHORD_SECONDS));
  const chordSeconds = stage.seconds / chordCount;
  const sound = createStereo(stage.samples);
  for (let index = 0; index < chordCount; index++) {
    const chord = harmony.chords[index % harmony.chords.length] ?? [0];
    for (const semitones of chord) {
      const hertz = root * 2 ** (semitones / 12);
      const place = between(random, -0.35, 0.35);
      const drift = between(random, 0.0012, 0.0026);
      const from = index * chordSeconds - (index === 0 ? 0 : CROSSFADE_SECONDS / 2);
      const to = (index + 1) * chordSeconds + CROSSFADE_SECONDS / 2;
      const strength = 1 / Math.sqrt(1 + hertz / 220);
      addVoice(sound.left, table, hertz * (1 - drift), from, to, strength * (1 - place));
      addVoice(sound.right, table, hertz * (1 + drift), from, to, strength * (1 + place));
    }
  }
  soften(stage, sound, harmony);
  addAtLevel(stage.dry, sound, harmony.level * 0.8);
  addAtLevel(stage.wet, sound, harmony.level * 0.7);
};

function soften(stage: SoundStage, sound: Stereo, harmony: Harmony): void {
  const { phase } = stage.ambience;
  for (const [channel, shift] of [
    [sound.left, 0],
    [sound.right, 0.12],
  ] as const) {
    const breath = (seconds: number) => 0.5 + 0.5 * Math.sin(Math.PI * 2 * (seconds / 5.2 + phase + shift));
    sweepFilter(channel, 'low', (seconds) => harmony.cutoffHertz + harmony.sweepHertz * breath(seconds), 0.6);
    shapeGain(channel, (seconds) => 0.86 + 0.14 * breath(seconds * 2.3));
  }
  filterStereo(sound, 'high', 50);
}

function createTable(partials: readonly number[]): Float32Array {
  const table = new Float32Array(TABLE_SIZE + 1);
  for (let index = 0; index <= TABLE_SIZE; index++) {
    const angle = (2 * Math.PI * index) / TABLE_SIZE;
    let sample = 0;
    // Partials start at different phases: in phase they would add up to a buzz.
    for (const [at, strength] of partials.entries())
      sample += strength * Math.sin(angle * (at + 1) + at * at * 1.7);
    table[index] = sample;
  }
  return table;
}

function addVoice(
  buffer: Float32Array,
  table: Float32Array,
  hertz: number,
  fromSeconds: number,
  toSeconds: number,
  gain: number,
): void {
  const start = Math.max(0, Math.round(fromSeconds * SAMPLE_RATE));
  const end = Math.min(buffer.length, Math.round(toSeconds * SAMPLE_RATE));
  const fade = CROSSFADE_SECONDS * SAMPLE_RATE;
  const step = (hertz * TABLE_SIZE) / SAMPLE_RATE;
  let place = (hertz * 977) % TABLE_SIZE;
  for (let index = start; index < end; index++) {
    const whole = place | 0;
    const before = table[whole] as number;
    const sample = before + ((table[whole + 1] as number) - before) * (place - whole);
    place += step;
    if (place >= TABLE_SIZE) place -= TABLE_SIZE;
    const opening = Math.min(1, (index - start) / fade);
    const closing = Math.min(1, (end - index) / fade);
    const swell = Math.min(opening, closing);
    buffer[index] = (buffer[index] as number) + sample * gain * swell * swell * (3 - 2 * swell);
  }
}
