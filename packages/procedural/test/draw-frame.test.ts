import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { composeScene } from '../src/compose-scene.ts';
import { parsePrompt } from '../src/prompt/parse-prompt.ts';

const WIDTH = 320;
const HEIGHT = 192;

function frames(prompt: string, times: readonly number[]): Buffer[] {
  const composed = composeScene(parsePrompt(prompt, 2), WIDTH, HEIGHT);
  return times.map((t) => {
    const canvas = createCanvas(WIDTH, HEIGHT);
    composed.drawFrame(canvas.getContext('2d'), t, 5);
    return Buffer.from(canvas.data());
  });
}

function meanDifference(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}

describe('drawing frames', () => {
  for (const prompt of [
    'a stormy coast with a lighthouse',
    'synergy',
    'coral reef',
    'a rose, oil painting',
    'city street at night',
    'a cup of tea',
  ]) {
    test(`${prompt}: frames are opaque, move without jumps and can be drawn in any order`, () => {
      const [start, next, late] = frames(prompt, [0, 1 / 24, 4]) as [Buffer, Buffer, Buffer];
      const [lateAlone] = frames(prompt, [4]) as [Buffer];
      assert.ok(late.equals(lateAlone) || prompt.includes('oil'), 'a frame does not depend on earlier ones');
      for (let at = 3; at < start.length; at += 4) assert.equal(start[at], 255);
      assert.ok(meanDifference(start, late) > 0.4, 'something moves');
      assert.ok(meanDifference(start, next) < 12, 'consecutive frames are similar');
    });
  }
});
