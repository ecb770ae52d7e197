import type { Camera } from '../prompt/scene.ts';

/** Camera pose: shifts are fractions of the frame's width. */
export interface PhotoPose {
  /** Shift of the whole image. */
  readonly shiftX: number;
  readonly shiftY: number;
  /** Additional shift of the nearest plane relative to the farthest: the parallax. */
  readonly parallaxX: number;
  readonly parallaxY: number;
  readonly zoom: number;
  /** Additional zoom of the nearest plane. */
  readonly parallaxZoom: number;
}

const STILL: PhotoPose = { shiftX: 0, shiftY: 0, parallaxX: 0, parallaxY: 0, zoom: 1.012, parallaxZoom: 0 };
/** Largest shift that the margin allows, leaving room for the parallax. */
const MAX_SHIFT = 0.026;
const MAX_PARALLAX = 0.03;

/** The pose at a moment. Moves ease in and out and never leave the image's margin. */
export function photoPoseAt(camera: Camera, tSeconds: number, durationSeconds: number): PhotoPose {
  const share = Math.min(1.25, (0.55 + 0.09 * durationSeconds) * camera.speed);
  const along = Math.max(0, Math.min(1, tSeconds / Math.max(0.1, durationSeconds)));
  const eased = along * along * (3 - 2 * along) * 0.6 + along * 0.4;
  const swing = (eased - 0.5) * 2 * Math.min(1, share);
  const breath = Math.sin(tSeconds * 0.9) * 0.0016;
  const base = { ...STILL, shiftY: breath, parallaxY: breath * 1.5 };
  switch (camera.move) {
    case 'push':
      return { ...base, zoom: 1.01 + 0.085 * eased * share, parallaxZoom: 0.075 * eased * share };
    case 'pull':
      return { ...base, zoom: 1.01 + 0.085 * (1 - eased) * share, parallaxZoom: 0.075 * (1 - eased) * share };
    case 'left':
      return { ...base, shiftX: MAX_SHIFT * swing, parallaxX: MAX_PARALLAX * swing };
    case 'right':
      return { ...base, shiftX: -MAX_SHIFT * swing, parallaxX: -MAX_PARALLAX * swing };
    case 'up':
      return { ...base, shiftY: MAX_SHIFT * swing * 0.8, parallaxY: MAX_PARALLAX * swing * 0.8 };
    case 'down':
      return { ...base, shiftY: -MAX_SHIFT * swing * 0.8, parallaxY: -MAX_PARALLAX * swing * 0.8 };
    case 'orbit':
      return {
        ...base,
        parallaxX: -MAX_PARALLAX * 1.5 * swing,
        parallaxY: MAX_PARALLAX * 0.3 * Math.sin(Math.PI * eased),
        zoom: 1.03 + 0.015 * Math.sin(Math.PI * eased),
        parallaxZoom: 0.03 * Math.sin(Math.PI * eased),
      };
    case 'drift':
      return handheld(tSeconds, camera.speed, eased * share);
    case 'static':
      return STILL;
  }
}

/** Handheld drift: three incommensurate oscillations with a slow push in. */
function handheld(tSeconds: number, speed: number, advance: number): PhotoPose {
  const turn = (rate: number, shift: number) => Math.sin(tSeconds * speed * rate + shift);
  const x = 0.6 * turn(0.83, 0.4) + 0.28 * turn(1.9, 1.7) + 0.12 * turn(3.7, 0.2);
  const y = 0.6 * turn(0.71, 2.1) + 0.28 * turn(1.6, 0.6) + 0.12 * turn(4.1, 1.1);
  return {
    shiftX: MAX_SHIFT * 0.4 * x,
    shiftY: MAX_SHIFT * 0.3 * y,
    parallaxX: MAX_PARALLAX * 0.75 * x,
    parallaxY: MAX_PARALLAX * 0.5 * y,
    zoom: 1.02 + 0.03 * advance,
    parallaxZoom: 0.03 * advance,
  };
}
