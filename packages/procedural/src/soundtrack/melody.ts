import { between, pick } from '../random/random.ts';
import { HARMONIES, type Harmony } from './harmony.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** Sparse bell-like notes over the pad; tense and epic moods also get a low pulse. */
export const addMelody: SoundLayer = (stage) => {
  const { mood } = stage.ambience;
  const harmony = HARMONIES[mood];
  const random = soundRandom(stage, 'melody');
  const root = harmony.rootHertz * 2 ** (Math.round(between(soundRandom(stage, 'pad'), -2, 2)) / 12);
  const notes = createStereo(stage.samples);
  const every = 1 / harmony.notesPerSecond;
  let step = Math.floor(random() * harmony.scale.length);
  for (
    let at = between(random, 0.25, 0.6);
    at < stage.seconds - 0.4;
    at += every * pick(random, [1, 1, 1, 1.5, 2])
  ) {
    step = Math.max(0, Math.min(harmony.scale.length - 1, step + Math.round(between(random, -2.4, 2.4))));
    const hertz = root * harmony.octave * 2 ** ((harmony.scale[step] as number) / 12);
    ring(notes, harmony, at, hertz, between(random, -0.5, 0.5), between(random, 0.5, 1));
  }
  addAtLevel(stage.dry, notes, harmony.level * 0.32);
  addAtLevel(stage.wet, notes, harmony.level * 0.5);
  if (mood === 'tense') addPulse(stage, root / 1.5, 0.62, 0.03);
  if (mood === 'epic') addPulse(stage, root / 2.4, 1.24, 0.05);
};

function ring(
  target: SoundStage['dry'],
  harmony: Harmony,
  atSeconds: number,
  hertz: number,
  pan: number,
  gain: number,
): void {
  const seconds = harmony.ring;
  const base = { atSeconds, pan, attack: 0.006, decay: 5 };
  addTone(target, { ...base, seconds, fromHertz: hertz, toHertz: hertz, gain });
  addTone(target, {
    ...base,
    seconds: seconds * 0.5,
    fromHertz: hertz * 2.003,
    toHertz: hertz * 2.003,
    gain: gain * 0.34,
  });
  addTone(target, {
    ...base,
    seconds: seconds * 0.22,
    fromHertz: hertz * 4.02,
    toHertz: hertz * 4.02,
    gain: gain * 0.12,
  });
}

/** A heartbeat or drum: pairs of low notes that fall in pitch. */
function addPulse(stage: SoundStage, hertz: number, everySeconds: number, level: number): void {
  const beats = createStereo(stage.samples);
  for (let at = 0.3, beat = 0; at < stage.seconds - 0.2; at += everySeconds, beat++) {
    const strong = beat % 2 === 0;
    addTone(beats, {
      atSeconds: at,
      seconds: 0.5,
      fromHertz: hertz * 1.8,
      toHertz: hertz * 0.85,
      gain: strong ? 1 : 0.5,
      pan: 0,
      attack: 0.012,
      decay: 5,
      secondHarmonic: 0.15,
    });
  }
  addAtLevel(stage.dry, beats, level);
  addAtLevel(stage.wet, beats, level * 0.4);
}
