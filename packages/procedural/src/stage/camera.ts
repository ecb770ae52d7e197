import type { Scene } from '../prompt/scene.ts';
import type { Brush } from './stage.ts';
import { MAX_TRAVEL } from './stage.ts';
import type { View } from './view.ts';

/** Camera pose at one moment: travel as a fraction of the width, zoom of the nearest plane. */
interface Pose {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface CameraMove {
  /** Sets the transform for a plane at `depth`. */
  apply(context: Brush, depth: number): void;
}

const REACH = MAX_TRAVEL * 0.92;

/** The camera after `tSeconds` of `durationSeconds`. Moves ease in and out and never leave the plates. */
export function cameraAt(
  scene: Scene,
  view: View,
  tSeconds: number,
  durationSeconds: number,
  scale = 1,
): CameraMove {
  const pose = poseAt(scene, tSeconds, Math.max(0.1, durationSeconds));
  const pivotX = view.focusX;
  const pivotY = view.focusY;
  return {
    apply(context, depth) {
      const zoom = 1 + (pose.zoom - 1) * (0.12 + 0.88 * depth);
      const dx = pose.x * view.width * depth;
      const dy = pose.y * view.width * depth;
      const size = zoom * scale;
      context.setTransform(
        size,
        0,
        0,
        size,
        (pivotX + dx - pivotX * zoom) * scale,
        (pivotY + dy - pivotY * zoom) * scale,
      );
    },
  };
}

/** Longer videos travel further, up to the overscan of the plates; short ones must not rush. */
function poseAt(scene: Scene, tSeconds: number, durationSeconds: number): Pose {
  const { move, speed } = scene.camera;
  const share = Math.min(1, (durationSeconds / 5) * speed);
  const along = Math.max(0, Math.min(1, tSeconds / durationSeconds));
  const eased = along * along * (3 - 2 * along) * 0.5 + along * 0.5;
  const swing = (eased * 2 - 1) * REACH * share;
  const zoom = 0.24 * share;
  switch (move) {
    case 'push':
      return { x: 0, y: 0, zoom: 1 + zoom * eased };
    case 'pull':
      return { x: 0, y: 0, zoom: 1 + zoom * (1 - eased) };
    case 'left':
      return { x: swing, y: 0, zoom: 1 };
    case 'right':
      return { x: -swing, y: 0, zoom: 1 };
    case 'up':
      return { x: 0, y: swing, zoom: 1.01 };
    case 'down':
      return { x: 0, y: -swing, zoom: 1.01 };
    case 'orbit':
      return {
        x: -swing,
        y: REACH * 0.25 * Math.sin(Math.PI * eased),
        zoom: 1 + 0.05 * Math.sin(Math.PI * eased),
      };
    case 'drift': {
      const turn = Math.PI * 2 * (tSeconds / 9) * speed;
      return {
        x: REACH * 0.5 * Math.sin(turn),
        y: REACH * 0.22 * Math.sin(turn * 1.7),
        zoom: 1.02 + 0.05 * share * eased,
      };
    }
    case 'static':
      return { x: 0, y: 0, zoom: 1 };
  }
}
