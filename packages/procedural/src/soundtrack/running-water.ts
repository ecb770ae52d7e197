import { between } from '../random/random.ts';
import { filterStereo, shapeGain } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** A babbling stream: running water sounds by its bubbles, each a tone that rises as it shrinks. */
export const addStream: SoundLayer = (stage) => {
  if (stage.ambience.water !== 'stream') return;
  addBubbles(stage, 'stream bubbles', {
    perSecond: 170,
    low: 350,
    high: 2600,
    maxSeconds: 0.05,
    level: 0.05,
  });
  const flow = stereoNoise(stage.samples, stage.seed, 'stream flow', fillPink, 0.2);
  filterStereo(flow, 'high', 350);
  filterStereo(flow, 'low', 4200, 0.6);
  const wobble = soundRandom(stage, 'stream wobble');
  const shifts = [wobble(), wobble()];
  const turn = (seconds: number, rate: number, shift: number) =>
    Math.sin(Math.PI * 2 * (seconds * rate + shift));
  const sway = (seconds: number, side: number) =>
    1 + 0.22 * turn(seconds, 1.3, shifts[side] ?? 0) + 0.14 * turn(seconds, 3.1, shifts[1 - side] ?? 0);
  shapeGain(flow.left, (seconds) => sway(seconds, 0));
  shapeGain(flow.right, (seconds) => sway(seconds, 1));
  addAtLevel(stage.dry, flow, 0.026);
};

/** A steady waterfall: a broad roar, a low rumble and spray. */
export const addWaterfall: SoundLayer = (stage) => {
  if (stage.ambience.water !== 'waterfall') return;
  const roar = stereoNoise(stage.samples, stage.seed, 'fall roar', fillPink, 0.35);
  filterStereo(roar, 'high', 70);
  filterStereo(roar, 'low', 3800, 0.5);
  addAtLevel(stage.dry, roar, 0.085);
  const weight = stereoNoise(stage.samples, stage.seed, 'fall weight', fillPink, 0.6);
  filterStereo(weight, 'low', 140);
  addAtLevel(stage.dry, weight, 0.045);
  const spray = stereoNoise(stage.samples, stage.seed, 'fall spray', fillPink, 0.05);
  filterStereo(spray, 'high', 5000);
  addAtLevel(stage.dry, spray, 0.012);
  addBubbles(stage, 'fall drops', { perSecond: 90, low: 300, high: 1400, maxSeconds: 0.035, level: 0.014 });
};

/** Occasional lapping of still water. */
export const addStillWater: SoundLayer = (stage) => {
  if (stage.ambience.water !== 'still') return;
  addBubbles(stage, 'lapping', { perSecond: 5, low: 260, high: 700, maxSeconds: 0.11, level: 0.008 });
};

interface BubbleKind {
  readonly perSecond: number;
  readonly low: number;
  readonly high: number;
  readonly maxSeconds: number;
  readonly level: number;
}

function addBubbles(stage: SoundStage, purpose: string, kind: BubbleKind): void {
  const random = soundRandom(stage, purpose);
  const bubbles = createStereo(stage.samples);
  const count = Math.round(stage.seconds * kind.perSecond);
  for (let bubble = 0; bubble < count; bubble++) {
    const hertz = kind.low * (kind.high / kind.low) ** random();
    addTone(bubbles, {
      atSeconds: random() * stage.seconds,
      seconds: kind.maxSeconds * between(random, 0.35, 1),
      fromHertz: hertz,
      toHertz: hertz * between(random, 1.1, 1.7),
      gain: 0.12 + random() ** 3,
      pan: between(random, -0.9, 0.9),
      attack: 0.08,
      decay: 4,
    });
  }
  addAtLevel(stage.dry, bubbles, kind.level);
  addAtLevel(stage.wet, bubbles, kind.level * 0.35);
}
