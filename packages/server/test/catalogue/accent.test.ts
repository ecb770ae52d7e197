import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueSchema } from '@kinora/contract';
import { contrast, describeIllegible, isLegibleAccent, toneOnDark, tonesOf } from '@kinora/contract/accent';
import { verifies } from '@kinora/testing/requirements';

const accentSchema = catalogueSchema.shape.service.shape.accent;

test('the contrast of two colours is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('a colour that is accepted is legible as a button, as a link on light pages, and in its tone on dark ones', () => {
  verifies('DEC-HOME-06');
  const accepted = ['#1d4ed8', '#a83f0c', '#000000', '#0b6b3a', '#7a007a', '#003b6f', '#00007f'];
  for (const accent of accepted) {
    assert.ok(accentSchema.safeParse(accent).success, accent);
    assert.ok(contrast(accent, '#ffffff') >= 4.5, accent);
    assert.ok(contrast(accent, '#f6f3ed') >= 4.5, accent);
    assert.ok(contrast(toneOnDark(accent), '#1d1a17') >= 4.5, accent);
    assert.equal(tonesOf(accent).length, 10);
    assert.equal(tonesOf(accent)[7], accent);
  }
});

test('a colour that is too light is refused with one that is not', () => {
  verifies('DEC-HOME-06');
  for (const accent of ['#ffd400', '#7dd3fc', '#ff6a00', '#ffffff', '#757575']) {
    const refused = accentSchema.safeParse(accent);
    assert.ok(!refused.success, accent);
    assert.match(refused.error.issues[0]?.message ?? '', /^is too light: its contrast .* would do$/);
    const [, offered = ''] = /; (#\w{6}) would do$/.exec(describeIllegible(accent)) ?? [];
    assert.ok(isLegibleAccent(offered), offered);
  }
  for (const accent of ['red', '#fff', '#12345g', '1d4ed8']) {
    const issues = accentSchema.safeParse(accent).error?.issues.map(({ message }) => message);
    assert.deepEqual(issues, ['must be a colour as #rrggbb'], accent);
  }
});
