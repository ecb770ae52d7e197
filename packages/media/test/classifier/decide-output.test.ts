import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decideOutput } from '../../src/classifier/decide-output.ts';
import type { Scores } from '../../src/classifier/image-classifier.ts';

const LIMITS = { explicit: 0.9, suggestive: 0.97 };
const scores = (more: Partial<Scores>): Scores => ({
  drawing: 0,
  hentai: 0,
  neutral: 0,
  porn: 0,
  sexy: 0,
  ...more,
});

test('an image is refused from the threshold on, photographed and drawn counted together', () => {
  verifies('DEC-OUTPUT-02');
  assert.equal(decideOutput([scores({ porn: 0.9 })], LIMITS), 'sexual');
  assert.equal(decideOutput([scores({ porn: 0.5, hentai: 0.4 })], LIMITS), 'sexual');
  assert.equal(decideOutput([scores({ hentai: 0.899 })], LIMITS), undefined);
  assert.equal(decideOutput([scores({ sexy: 0.97 })], LIMITS), 'suggestive');
  assert.equal(decideOutput([scores({ sexy: 0.96, neutral: 0.04 })], LIMITS), undefined);
});

test('an image is refused only when all views of it agree', () => {
  verifies('DEC-OUTPUT-02');
  const [sure, unsure] = [scores({ porn: 0.95 }), scores({ porn: 0.85 })];
  assert.equal(decideOutput([sure, sure, sure], LIMITS), 'sexual');
  for (const views of [
    [unsure, sure, sure],
    [sure, unsure, sure],
    [sure, sure, unsure],
  ] as const) {
    assert.equal(decideOutput(views, LIMITS), undefined);
  }
  assert.equal(decideOutput([scores({ porn: 1 }), scores({ sexy: 1 })], LIMITS), undefined);
});

test('a threshold above 1 refuses nothing', () => {
  assert.equal(decideOutput([scores({ sexy: 1 })], { ...LIMITS, suggestive: 1.01 }), undefined);
});
