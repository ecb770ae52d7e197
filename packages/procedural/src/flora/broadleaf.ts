import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { css, mix, scale } from '../colour/colour.ts';
import { between, gaussian, type Random } from '../random/random.ts';
import type { TreePaint } from './conifer.ts';

export interface BroadleafShape {
  /** Density of the leaves; 0 for a bare winter tree. */
  readonly leaves: number;
  /** Width of the crown as a fraction of the height. */
  readonly spread: number;
  /** Length of the trunk before its first fork, as a fraction of the height. */
  readonly fork: number;
}

type Brush = ReturnType<Canvas['getContext']>;
interface Tip {
  readonly x: number;
  readonly y: number;
}

/** Draws an oak, maple or cherry: a forking trunk and clumps of leaves that are lit from one side. */
export function drawBroadleaf(
  random: Random,
  height: number,
  paint: TreePaint,
  shape: BroadleafShape,
): Canvas {
  const width = Math.ceil(height * shape.spread * 1.6);
  const canvas = createCanvas(width, Math.ceil(height));
  const brush = canvas.getContext('2d');
  const tips: Tip[] = [];
  brush.lineCap = 'round';
  const levels = height > 220 ? 7 : height > 90 ? 6 : 5;
  growBranch(brush, random, tips, {
    x: width / 2,
    y: height,
    angle: -Math.PI / 2 + between(random, -0.08, 0.08),
    length: height * shape.fork * 0.88,
    thickness: height * 0.045,
    level: levels,
    spread: shape.spread,
    paint,
  });
  if (shape.leaves > 0)
    drawLeaves(brush, random, sampleTips(tips, height > 120 ? 120 : 64), height, paint, shape);
  return canvas;
}

interface Branch {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly length: number;
  readonly thickness: number;
  readonly level: number;
  readonly spread: number;
  readonly paint: TreePaint;
}

function growBranch(brush: Brush, random: Random, tips: Tip[], branch: Branch): void {
  const { x, y, angle, length, level, thickness } = branch;
  const bend = between(random, -0.16, 0.16);
  const endX = x + Math.cos(angle + bend) * length;
  const endY = y + Math.sin(angle + bend) * length;
  brush.strokeStyle = css(mix(scale(branch.paint.trunk, 0.75), branch.paint.trunk, random()));
  brush.lineWidth = Math.max(0.5, thickness);
  brush.beginPath();
  brush.moveTo(x, y);
  brush.quadraticCurveTo(x + Math.cos(angle) * length * 0.5, y + Math.sin(angle) * length * 0.5, endX, endY);
  brush.stroke();
  if (level <= 3) tips.push({ x: endX, y: endY });
  if (level === 0) return;
  const forks = random() < 0.3 ? 3 : 2;
  for (let fork = 0; fork < forks; fork++) {
    const side = forks === 2 ? (fork === 0 ? -1 : 1) : fork - 1;
    const turn = side * between(random, 0.24, 0.52) * (0.5 + branch.spread * 0.75);
    const upward = (-Math.PI / 2 - angle) * 0.12;
    growBranch(brush, random, tips, {
      ...branch,
      x: endX,
      y: endY,
      angle: angle + bend + turn + upward,
      length: length * between(random, 0.66, 0.86),
      thickness: thickness * 0.64,
      level: level - 1,
    });
  }
}

const LIGHTS = 7;
const CLUMPS = 3;

/** Clumps of leaves from shade to light; a crown is stamped from them. */
function drawClumps(random: Random, size: number, paint: TreePaint): Canvas[] {
  const clumps: Canvas[] = [];
  const leaf = Math.max(0.7, size * 0.075);
  for (let light = 0; light < LIGHTS; light++) {
    for (let clump = 0; clump < CLUMPS; clump++) {
      const canvas = createCanvas(Math.ceil(size), Math.ceil(size));
      const brush = canvas.getContext('2d');
      for (let index = 0; index < 34; index++) {
        const bright = light / (LIGHTS - 1) + between(random, -0.17, 0.17);
        brush.fillStyle = css(mix(paint.shade, paint.lit, Math.max(0, Math.min(1.1, bright))), 0.95);
        brush.beginPath();
        const x = size * (0.5 + gaussian(random) * 0.15);
        const y = size * (0.5 + gaussian(random) * 0.12);
        brush.ellipse(
          x,
          y,
          leaf * between(random, 0.7, 1.3),
          leaf * between(random, 0.35, 0.7),
          random() * 3,
          0,
          7,
        );
        brush.fill();
      }
      clumps.push(canvas);
    }
  }
  return clumps;
}

/** At most `max` of the tips, evenly chosen: clumps overlap, so more would only cost time. */
function sampleTips(tips: readonly Tip[], max: number): readonly Tip[] {
  const stride = Math.max(1, tips.length / max);
  return Array.from(
    { length: Math.floor(tips.length / stride) },
    (_, index) => tips[Math.floor(index * stride)] as Tip,
  );
}

function drawLeaves(
  brush: Brush,
  random: Random,
  tips: readonly Tip[],
  height: number,
  paint: TreePaint,
  shape: BroadleafShape,
): void {
  const top = Math.min(...tips.map(({ y }) => y));
  const bottom = Math.max(...tips.map(({ y }) => y));
  const middleX = tips.reduce((sum, { x }) => sum + x, 0) / tips.length;
  const half = Math.max(1, Math.max(...tips.map(({ x }) => Math.abs(x - middleX))));
  const size = Math.max(5, height * 0.13);
  const clumps = drawClumps(random, size, paint);
  const each = Math.max(1, Math.round((shape.leaves * Math.min(150, 60 + height * 0.3)) / tips.length));
  // Shaded clumps first and lit ones last, so that light lies on top of shade.
  for (const pass of [0, 1, 2]) {
    for (const tip of tips) {
      for (let clump = 0; clump < each; clump++) {
        const x = tip.x + gaussian(random) * height * 0.03;
        const y = tip.y + gaussian(random) * height * 0.022 - pass * height * 0.012;
        const across = (x - middleX) / half;
        const towards = paint.lightFromRight ? across : -across;
        const high = 1 - (y - top) / Math.max(1, bottom - top);
        const light = 0.04 + pass * 0.2 + 0.22 * towards + 0.42 * high + between(random, -0.12, 0.12);
        const step = Math.max(0, Math.min(LIGHTS - 1, Math.round(light * (LIGHTS - 1))));
        brush.drawImage(
          clumps[step * CLUMPS + Math.floor(random() * CLUMPS)] as Canvas,
          x - size / 2,
          y - size / 2,
        );
      }
    }
  }
}
