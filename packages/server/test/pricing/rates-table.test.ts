import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { catalogue } from '../support/default-catalogue.ts';

const { rates } = catalogue;

test('the rates are those of the contract', () => {
  verifies('DEC-CATALOGUE-01');
  verifies('V1-RATES-01', 'V1-RATES-02', 'V1-RATES-03', 'V1-RATES-04', 'V1-RATES-05');
  verifies('V1-RATES-07', 'V1-RATES-08');
  const { video_tiers: _tiers, image_sizes: _sizes, ...numbers } = rates;
  assert.deepEqual(numbers, {
    video_per_second_cents: { hd: 10, fhd: 15, '2k': 20 },
    default_video_mode: 'fast',
    video_modes: {
      fast: { per_second_cents: { hd: 10, fhd: 15, '2k': 20 }, max_included_weight: 1 },
      quality: {
        per_second_cents: { hd: 30, fhd: 50 },
        max_included_weight: 1,
        durations_seconds: [5, 7, 10],
      },
      cinema: { per_second_cents: { '2k': 70 }, max_included_weight: 2, durations_seconds: [5] },
    },
    image_cents: { standard: 5, large: 8 },
    max_video_seconds: 10,
    render_grid_px: 64,
  });
});

test('tiers and image sizes have a description', () => {
  verifies('V1-RATES-06', 'V1-RATES-07');
  assert.deepEqual(Object.keys(rates.video_tiers), ['hd', 'fhd', '2k']);
  assert.match(rates.video_tiers.hd, /longer rendered side <= 1280$/);
  assert.match(rates.video_tiers.fhd, /longer rendered side <= 1920$/);
  assert.match(rates.video_tiers['2k'], /longer rendered side <= 2560$/);
  assert.deepEqual(Object.keys(rates.image_sizes), ['standard', 'large']);
  assert.match(rates.image_sizes.standard, /1048576/);
  assert.match(rates.image_sizes.large, /2048x2048/);
});

test('the published schema describes exactly the table', () => {
  verifies('V1-RATES-02', 'V1-RATES-05');
  assert.deepEqual(ratesSchema.parse(rates), rates);
  assert.ok(!ratesSchema.safeParse({ ...rates, more: 1 }).success);
  const fast = { ...rates.video_modes.fast, durations_seconds: [5] };
  assert.ok(!ratesSchema.safeParse({ ...rates, video_modes: { ...rates.video_modes, fast } }).success);
});
