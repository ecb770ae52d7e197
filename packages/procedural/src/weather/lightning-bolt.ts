import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { between, createRandom, type Random } from '../random/random.ts';

type Point = readonly [x: number, y: number];

interface Channel {
  readonly points: readonly Point[];
  /** Strength relative to the main channel. */
  readonly strength: number;
}

/** Where and how a bolt strikes; positions are fractions of the frame. */
export interface BoltShape {
  readonly strikeX: number;
  readonly horizon: number;
  readonly distanceKm: number;
}

/** Draws one bolt with its glow and branches, from the clouds to the horizon. Distant bolts are thinner. */
export function createBolt(seed: number, width: number, height: number, shape: BoltShape): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const random = createRandom(seed, 'bolt');
  const unit = Math.min(width, height);
  const far = Math.min(1, shape.distanceKm / 1.5);
  const from: Point = [width * shape.strikeX + unit * between(random, -0.08, 0.08), -0.02 * height];
  const to: Point = [width * shape.strikeX, height * (shape.horizon + 0.02 - 0.03 * far)];
  const channels = growChannels(random, from, to);
  const thickness = unit * (0.0062 - 0.0026 * far);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [spread, alpha, colour] of GLOW) {
    for (const channel of channels) {
      context.strokeStyle = `rgba(${colour}, ${alpha * channel.strength})`;
      context.lineWidth = Math.max(0.6, thickness * spread * (0.3 + 0.7 * channel.strength));
      strokeChannel(context, channel);
    }
  }
  return canvas;
}

/** From the wide faint glow to the white core. */
const GLOW: readonly (readonly [number, number, string])[] = [
  [22, 0.025, '120, 140, 255'],
  [12, 0.05, '140, 160, 255'],
  [6, 0.12, '170, 190, 255'],
  [2.6, 0.4, '205, 218, 255'],
  [1, 1, '255, 255, 255'],
];

function growChannels(random: Random, from: Point, to: Point): Channel[] {
  const main = jaggedLine(random, from, to, 7, 0.17);
  const channels: Channel[] = [{ points: main, strength: 1 }];
  const reach = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const branches = 5 + Math.floor(random() * 3);
  for (let branch = 0; branch < branches; branch++) {
    const root = main[Math.floor(between(random, 0.12, 0.8) * main.length)] as Point;
    const length = reach * between(random, 0.12, 0.36);
    const angle = between(random, 0.35, 0.95) * (random() < 0.5 ? -1 : 1);
    const tip: Point = [root[0] + Math.sin(angle) * length, root[1] + Math.cos(angle) * length];
    const points = jaggedLine(random, root, tip, 5, 0.2);
    channels.push({ points, strength: between(random, 0.25, 0.5) });
    const twigRoot = points[Math.floor(points.length * 0.5)] as Point;
    const twigTip: Point = [
      twigRoot[0] + Math.sin(angle * 1.9) * length * 0.4,
      twigRoot[1] + Math.cos(angle * 1.9) * length * 0.4,
    ];
    channels.push({ points: jaggedLine(random, twigRoot, twigTip, 4, 0.22), strength: 0.18 });
  }
  return channels;
}

/** Midpoint displacement: halves the line repeatedly, moving each midpoint sideways by decreasing amounts. */
function jaggedLine(random: Random, from: Point, to: Point, rounds: number, roughness: number): Point[] {
  let points: Point[] = [from, to];
  for (let round = 0; round < rounds; round++) {
    const finer: Point[] = [];
    for (let index = 0; index + 1 < points.length; index++) {
      const [ax, ay] = points[index] as Point;
      const [bx, by] = points[index + 1] as Point;
      const aside = between(random, -roughness, roughness);
      finer.push([ax, ay], [(ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside]);
    }
    finer.push(points[points.length - 1] as Point);
    points = finer;
  }
  return points;
}

function strokeChannel(context: SKRSContext2D, channel: Channel): void {
  context.beginPath();
  for (const [index, [x, y]] of channel.points.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.stroke();
}
