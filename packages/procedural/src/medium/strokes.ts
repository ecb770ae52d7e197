import { css } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom } from '../random/random.ts';
import type { Pixels } from '../stage/pixels.ts';
import type { Brush } from '../stage/stage.ts';

export interface StrokeStyle {
  /** Number of strokes of the finest layer on a square image. */
  readonly count: number;
  readonly length: number;
  readonly width: number;
  readonly alpha: number;
  /** Random deviation of the stroke colours from the source. */
  readonly colourJitter: number;
}

interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
  readonly colourJitter: number;
  readonly bristle: number;
}

export type StrokePainter = (brush: Brush, seen: Pixels, width: number, height: number) => void;

/**
 * A painter whose strokes keep their positions from frame to frame and follow the edges of the first source
 * image.
 */
export function createStrokePainter(
  seed: number,
  style: StrokeStyle,
  width: number,
  height: number,
): StrokePainter {
  const random = createRandom(seed, 'strokes');
  const noise = createNoise(seed);
  const unit = Math.min(width, height);
  const squares = (width * height) / (unit * unit);
  let strokes: Stroke[] | undefined;
  const layOut = (seen: Pixels): Stroke[] => {
    const laid: Stroke[] = [];
    for (const [share, grow] of [
      [0.16, 3.1],
      [0.34, 1.7],
      [1, 1],
    ] as const) {
      for (let index = 0; index < style.count * share * squares; index++) {
        const x = between(random, -0.02, 1.02) * width;
        const y = between(random, -0.02, 1.02) * height;
        const [along, contrast] = edgeAt(seen, x / width, y / height);
        const free = noise.at((x / unit) * 2.2, (y / unit) * 2.2) * 2.6;
        const angle = (contrast > 14 ? along : free) + between(random, -0.25, 0.25);
        // Fine strokes are placed where there is detail.
        if (grow === 1 && contrast < 7 && random() < 0.55) continue;
        laid.push({
          x,
          y,
          size: grow * between(random, 0.7, 1.25),
          angle,
          colourJitter: between(random, -1, 1),
          bristle: random(),
        });
      }
    }
    return laid;
  };
  return (brush, seen) => {
    strokes ??= layOut(seen);
    brush.lineCap = 'round';
    for (const stroke of strokes) {
      const column = Math.max(0, Math.min(seen.width - 1, Math.round((stroke.x / width) * seen.width)));
      const row = Math.max(0, Math.min(seen.height - 1, Math.round((stroke.y / height) * seen.height)));
      const at = (row * seen.width + column) * 4;
      const gain = 1 + stroke.colourJitter * style.colourJitter;
      const warm = stroke.colourJitter * style.colourJitter * 40 * (stroke.bristle - 0.5);
      brush.strokeStyle = css(
        [
          (seen.data[at] as number) * gain + warm,
          (seen.data[at + 1] as number) * gain,
          (seen.data[at + 2] as number) * gain - warm,
        ],
        style.alpha,
      );
      brush.lineWidth = unit * style.width * stroke.size;
      const dx = Math.cos(stroke.angle) * unit * style.length * stroke.size * 0.5;
      const dy = Math.sin(stroke.angle) * unit * style.length * stroke.size * 0.5;
      brush.beginPath();
      brush.moveTo(stroke.x - dx, stroke.y - dy);
      brush.quadraticCurveTo(stroke.x + dy * 0.25, stroke.y - dx * 0.25, stroke.x + dx, stroke.y + dy);
      brush.stroke();
    }
  };
}

/** Direction of the strongest edge at a position of the source, and its contrast. */
function edgeAt(seen: Pixels, u: number, v: number): [along: number, contrast: number] {
  const x = Math.max(2, Math.min(seen.width - 3, Math.round(u * seen.width)));
  const y = Math.max(2, Math.min(seen.height - 3, Math.round(v * seen.height)));
  const light = (dx: number, dy: number): number => {
    const at = ((y + dy) * seen.width + x + dx) * 4;
    return (
      0.3 * (seen.data[at] as number) +
      0.59 * (seen.data[at + 1] as number) +
      0.11 * (seen.data[at + 2] as number)
    );
  };
  const gx = light(2, 0) - light(-2, 0);
  const gy = light(0, 2) - light(0, -2);
  return [Math.atan2(gy, gx) + Math.PI / 2, Math.hypot(gx, gy)];
}
