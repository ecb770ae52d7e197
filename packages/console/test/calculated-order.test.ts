import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Offer, PricedModel, Pricing } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { calculate, studioAddress } from '../src/pricing/calculated-order.ts';
import { pricesInALine, whatIsFree } from '../src/pricing/prices-in-a-line.ts';
import { findWanted, wantedModel } from '../src/pricing/wanted.ts';
import { orderInAddress, wantedInAddress } from '../src/studio/settings/draft-in-address.ts';

const video: PricedModel = {
  id: 'draft',
  title: 'Draft',
  description: 'Cheap videos.',
  kind: 'video',
  sound: false,
  only_for: ['Studio'],
  steps: [{ price_tier: 'hd', up_to_side: 1280, cents: 3 }],
  lengths: [1, 2.5, 5],
  usual_length: 1,
  sizes: [
    { width: 480, height: 480, prices: 0 },
    { width: 832, height: 480, prices: 0 },
    { width: 480, height: 832, prices: 0 },
    { width: 1280, height: 720, prices: 1 },
  ],
  usual_size: 1,
  prices: [
    [3, 8, 15],
    [4, 9, 16],
  ],
};
const image: PricedModel = {
  ...video,
  id: 'sketch',
  kind: 'image',
  only_for: null,
  steps: [{ up_to_pixels: null, cents: 1 }],
  lengths: [],
  usual_length: 0,
  sizes: [{ width: 640, height: 640, prices: 0 }],
  usual_size: 0,
  prices: [[1]],
};
const models = [image, video];

describe('the calculator', () => {
  test('begins with what is usual, and shows the price that was quoted for the size and the length', () => {
    verifies('DEC-PRICING-01');
    const usual = calculate(models, { model: 'draft' });
    assert.deepEqual([usual?.shape, usual?.size, usual?.cents], ['16:9', video.sizes[1], 8]);
    const chosen = calculate(models, { model: 'draft', pixels: 1280 * 720, seconds: 5 });
    assert.equal(chosen?.cents, 16);
    assert.equal(calculate(models, { model: 'sketch' })?.cents, 1);
  });

  test('offers only what the model has: the nearest of what was chosen of another', () => {
    verifies('DEC-PRICING-03');
    const tall = calculate(models, { model: 'draft', shape: '9:16', pixels: 9_000_000, seconds: 4 });
    assert.deepEqual([tall?.size.height, tall?.length], [832, 2]);
    assert.deepEqual(tall?.shapes, ['1:1', '16:9', '9:16']);
    assert.equal(calculate(models, { model: 'draft', shape: '2:3' })?.shape, '16:9');
    assert.equal(calculate(models, { model: 'sold no more' })?.model.id, 'sketch');
    assert.equal(calculate([], { model: undefined }), undefined);
  });

  test('links to the studio with the same order, paid from the balance', () => {
    verifies('DEC-PRICING-05');
    const order = calculate(models, { model: 'draft', pixels: 1280 * 720, seconds: 2.5 });
    assert.ok(order);
    assert.deepEqual(orderInAddress(new URL(studioAddress(order), 'http://a').searchParams), {
      operation: 'video',
      payWith: 'balance',
      models: { video: 'draft' },
      pixels: { width: 1280, height: 720 },
      shape: '16:9',
      size: 1280,
      sound: true,
      seconds: 2.5,
      length: 61,
    });
    assert.equal(orderInAddress(new URLSearchParams('kind=video&model=draft&size=wide')), undefined);
  });
});

test('the line names the media that are sold', () => {
  verifies('DEC-PRICING-03');
  assert.equal(pricesInALine(models), 'An image from 0.01 USD, a second of video from 0.03 USD.');
  assert.equal(pricesInALine([video]), 'A second of video from 0.03 USD.');
  assert.equal(pricesInALine([]), '');
});

test('the smaller sizes are called free where an example costs nothing without a plan', () => {
  verifies('DEC-PRICING-03');
  const isSaid = (of: Offer) =>
    whatIsFree({ offers: [of], examples: [{ type: 'image_hd', side: 1024, seconds: null }] }) !== '';
  assert.ok(isSaid(offer(null, 5, [{ credits: 0 }], [])));
  assert.ok(!isSaid(offer(null, 5, [null], [])));
  assert.ok(!isSaid(offer('Pro', 5, [{ credits: 0 }], [])));
});

function offer(
  title: string | null,
  maxSeconds: number,
  prices: Offer['prices'],
  has: readonly string[],
): Offer {
  return {
    by: title === null ? 'nothing' : 'plan',
    plan: title,
    title,
    month_cents: null,
    year_cents: null,
    included: { images: 0, video_seconds: 0, credits: 0 },
    jobs_at_once: 1,
    stored_gib: 1,
    longest_seconds: maxSeconds,
    has_priority: false,
    models: has,
    prices,
  };
}

test('a lock is found among what the plans have, and back in the studio among its settings', () => {
  verifies('DEC-PRICING-06');
  const pricing: Pricing = {
    models,
    examples: [
      { type: 'image_4k', side: 2048, seconds: null },
      { type: 'image_4k', side: 4096, seconds: null },
      { type: 'video_av', side: 1024, seconds: 5 },
    ],
    offers: [
      offer(null, 5, [null, null, null], []),
      offer('Pro', 5, [{ credits: 8 }, null, { credits: 50 }], []),
      offer('Studio', 9, [null, { credits: 8 }, null], ['draft']),
    ],
    included_weights: [],
    storage_price_cents: null,
    top_up_amounts_usd: [10],
    agreed: false,
    catalogue_version: 1,
    holds_until: null,
  };
  const found = (wanted: string) => {
    const { name, offers } = findWanted(pricing, wanted) ?? { name: undefined, offers: [] };
    return [name, ...offers.map(({ title }) => title)];
  };
  assert.deepEqual(found('image_4k-4096'), ['4K images', 'Studio']);
  assert.deepEqual(found('i2v_av-1024'), ['videos with sound', 'Pro']);
  assert.deepEqual(found('length'), ['longer videos', 'Studio']);
  assert.deepEqual(found(wantedModel(video)), ['Draft', 'Studio']);
  assert.deepEqual(found('nonsense'), [undefined]);

  const settings = (wanted: string) => wantedInAddress(wanted);
  assert.deepEqual([settings('image_4k-4096')?.size, settings('image_4k-4096')?.payWith], [4096, 'credits']);
  assert.deepEqual(
    [settings('i2v_av-1024')?.operation, settings('i2v_av-1024')?.sound],
    ['video-from-image', true],
  );
  assert.equal(settings('upscale_pro')?.factor, 4);
  assert.deepEqual(settings(wantedModel(video))?.models, { video: 'draft' });
  assert.equal(settings('nonsense'), undefined);
});
