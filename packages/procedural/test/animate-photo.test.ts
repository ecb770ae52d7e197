import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { animatePhoto } from '../src/animate-photo/animate-photo.ts';
import { estimateDepth } from '../src/animate-photo/estimate-depth.ts';
import { createField } from '../src/animate-photo/field.ts';
import { loadPhoto } from '../src/animate-photo/load-photo.ts';
import { photoAmbience } from '../src/animate-photo/photo-ambience.ts';
import { photoPoseAt } from '../src/animate-photo/photo-camera.ts';
import { createWarpGrid, updateWarpGrid } from '../src/animate-photo/warp-grid.ts';
import { parsePrompt } from '../src/prompt/parse-prompt.ts';
import type { Move } from '../src/prompt/scene.ts';

const MOVES: readonly Move[] = ['push', 'pull', 'left', 'right', 'up', 'down', 'orbit', 'drift', 'static'];

/** A sky, a striped ground and something red in the middle. */
function paintPhoto(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#a9c9ec';
  context.fillRect(0, 0, width, height);
  for (let y = height / 2; y < height; y += 8) {
    context.fillStyle = (y / 8) % 2 < 1 ? '#4c6b35' : '#3a5428';
    context.fillRect(0, y, width, 8);
  }
  context.fillStyle = '#b53a2a';
  context.fillRect(width * 0.44, height * 0.42, width * 0.12, height * 0.26);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

async function frame(png: Uint8Array, prompt: string, seconds: number, width = 320, height = 192) {
  const draw = await animatePhoto(png, parsePrompt(prompt, 3), width, height);
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'), seconds, 5);
  return Uint8Array.from(canvas.data());
}

describe('the depth estimated from a photo', () => {
  test('is far for the sky, near for the ground, and nearer for a salient subject than for its background', async () => {
    const { small } = await loadPhoto(paintPhoto(640, 360), 640, 360);
    const depth = estimateDepth(small);
    const at = (u: number, v: number) =>
      depth.values[Math.floor(v * depth.height) * depth.width + Math.floor(u * depth.width)] ?? Number.NaN;
    assert.ok(at(0.5, 0.1) < 0.25, `sky ${at(0.5, 0.1)}`);
    assert.ok(at(0.15, 0.95) > 0.6, `ground ${at(0.15, 0.95)}`);
    assert.ok(at(0.5, 0.56) > at(0.12, 0.56) + 0.1, `subject ${at(0.5, 0.56)}, beside it ${at(0.12, 0.56)}`);
    assert.ok(depth.values.every((value) => value >= 0 && value <= 1));
  });
});

describe('the camera over a photo', () => {
  test('never samples outside the image at any depth', async () => {
    const photo = await loadPhoto(paintPhoto(400, 400), 320, 192);
    const grid = createWarpGrid(320, 192);
    for (const near of [0, 1]) {
      const depth = createField(16, 16, () => near);
      const source = { photo, depth, water: undefined, frameWidth: 320, frameHeight: 192 };
      for (const move of MOVES) {
        for (const speed of [0.55, 1, 1.7]) {
          for (const second of [0, 1.3, 2.5, 5, 10]) {
            const pose = photoPoseAt({ shot: 'wide', move, speed }, second, 10);
            updateWarpGrid(source, pose, () => 1, second, grid);
            const reach = [grid.sourceX, grid.sourceY].flatMap((axis) => [
              Math.min(...axis),
              Math.max(...axis),
            ]);
            const [left, right, top, bottom] = reach.map((value) => value / 65536) as [
              number,
              number,
              number,
              number,
            ];
            const inside = left > 0 && right < photo.width - 1.02 && top > 0 && bottom < photo.height - 1.02;
            assert.ok(inside, `${move} at ${second} s, speed ${speed}: ${left} ${right} ${top} ${bottom}`);
          }
        }
      }
    }
  });

  test('moves near things further than distant ones', async () => {
    const photo = await loadPhoto(paintPhoto(400, 240), 320, 192);
    const sourceAt = (near: number, second: number) => {
      const source = {
        photo,
        depth: createField(16, 16, () => near),
        water: undefined,
        frameWidth: 320,
        frameHeight: 192,
      };
      const grid = createWarpGrid(320, 192);
      const pose = photoPoseAt({ shot: 'wide', move: 'left', speed: 1 }, second, 5);
      updateWarpGrid(source, pose, () => 1, second, grid);
      return (grid.sourceX[5] ?? 0) / 65536;
    };
    const travelled = (near: number) => Math.abs(sourceAt(near, 5) - sourceAt(near, 0));
    assert.ok(travelled(1) > travelled(0) + 4, `${travelled(1)} against ${travelled(0)}`);
  });
});

describe('an animated photo', () => {
  test('is opaque, moves, and draws the same moment identically', async () => {
    const png = paintPhoto(640, 360);
    const first = await frame(png, 'the camera pans left, snow falls', 0);
    assert.ok(first.every((value, at) => at % 4 !== 3 || value === 255));
    assert.deepEqual(await frame(png, 'the camera pans left, snow falls', 0), first);
    assert.notDeepEqual(await frame(png, 'the camera pans left, snow falls', 4), first);
  });

  test('accepts any aspect ratio and any frame size', async () => {
    for (const [width, height] of [
      [90, 400],
      [400, 60],
      [24, 24],
    ] as const) {
      const pixels = await frame(paintPhoto(width, height), 'slow push in', 2, 256, 256);
      assert.equal(pixels.length, 256 * 256 * 4);
    }
  });

  test('has no space drone when the prompt names no place', async () => {
    assert.equal(photoAmbience(parsePrompt('zoom in gently', 3)).space, 0);
  });
});
