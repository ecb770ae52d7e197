import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeScene } from '../src/compose-scene.ts';
import { parsePrompt } from '../src/prompt/parse-prompt.ts';
import type { Backdrop, Scene, SubjectKind } from '../src/prompt/scene.ts';

const SIDE = 112;
/** Sum over red, green and blue: below this a pixel looks the same in both images. */
const VISIBLE_DIFFERENCE = 60;
/** Percentage of the image that a subject must change to be found at a glance. */
const MIN_SHARE = 0.25;

const BACKDROPS: readonly Backdrop[] = [
  'mountains',
  'hills',
  'desert',
  'canyon',
  'snowfield',
  'volcano',
  'forest',
  'lake',
  'sea',
  'coast',
  'island',
  'city',
  'street',
  'underwater',
  'space',
  'sky',
  'table',
  'portrait',
  'bloom',
  'hall',
];
const SUBJECTS: readonly SubjectKind[] = [
  'lighthouse',
  'castle',
  'bridge',
  'sailboat',
  'balloon',
  'car',
  'fox',
  'horse',
  'whale',
  'jellyfish',
  'owl',
  'butterfly',
  'robot',
  'tree',
  'mushroom',
  'lantern',
  'cup',
  'book',
];

/** The scene of a backdrop by day with these subjects and nothing else changed. */
function sceneWith(backdrop: Backdrop, kinds: readonly SubjectKind[]): Scene {
  const subjects = kinds.map((kind) => ({ kind, count: 1 }));
  return { ...parsePrompt('a place by day', 3), backdrop, subjects };
}

function pixelsOf(scene: Scene): Uint8Array {
  return composeScene(scene, SIDE, SIDE).drawStill();
}

function shareChanged(one: Uint8Array, other: Uint8Array): number {
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) {
    let apart = 0;
    for (let channel = 0; channel < 3; channel++)
      apart += Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0));
    if (apart > VISIBLE_DIFFERENCE) changed++;
  }
  return (changed * 400) / one.length;
}

describe('every subject is visible', () => {
  for (const backdrop of BACKDROPS) {
    test(`on the backdrop ${backdrop}`, () => {
      const without = pixelsOf(sceneWith(backdrop, []));
      for (const kind of SUBJECTS) {
        const share = shareChanged(pixelsOf(sceneWith(backdrop, [kind])), without);
        assert.ok(share > MIN_SHARE, `${kind} changes ${share.toFixed(2)} % of the image`);
      }
    });
  }

  test('a lighthouse above the sea gets a rock to stand on', () => {
    const scene = parsePrompt('a lighthouse above the sea at dusk, calm', 7);
    assert.equal(scene.backdrop, 'sea');
    const share = shareChanged(pixelsOf(scene), pixelsOf({ ...scene, subjects: [] }));
    assert.ok(share > 2, `${share}`);
  });

  test('a moon is visible over land and street', () => {
    for (const place of ['a garden', 'a canyon', 'a street', 'hills']) {
      const scene = parsePrompt(`the moon over ${place}`, 2);
      assert.equal(scene.time, 'night');
      const dark = { ...scene, time: 'day', subjects: [] } as const;
      assert.ok(shareChanged(pixelsOf(scene), pixelsOf(dark)) > MIN_SHARE, place);
    }
  });
});
