/** Sample rate of everything in this folder, in hertz. */
export const SAMPLE_RATE = 48000;

/** Two channels of equal length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function createStereo(samples: number): Stereo {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** Adds `source` times `gain` to `target`. */
export function addStereo(target: Stereo, source: Stereo, gain: number): void {
  addChannel(target.left, source.left, gain);
  addChannel(target.right, source.right, gain);
}

function addChannel(target: Float32Array, source: Float32Array, gain: number): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] as number) + (source[index] as number) * gain;
  }
}

/** Root mean square over both channels. */
export function levelOf(sound: Stereo): number {
  let sum = 0;
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index++) {
      const sample = channel[index] as number;
      sum += sample * sample;
    }
  }
  return Math.sqrt(sum / Math.max(1, sound.left.length * 2));
}

/**
 * Adds a sound at an absolute RMS level, so that the balance of the mix does not depend on how its filters
 * changed its gain.
 */
export function addAtLevel(target: Stereo, source: Stereo, level: number): void {
  const present = levelOf(source);
  if (present > 1e-9) addStereo(target, source, level / present);
}

/** Equal-power channel gains; `pan` runs from -1 (left) to 1 (right). */
export function panGains(pan: number): readonly [left: number, right: number] {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}
