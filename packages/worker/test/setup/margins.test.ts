import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { describeMargins, marginOf, measuredCosts, remarksOn } from '../../src/setup/margins.ts';
import { probesOf } from '../../src/setup/probe-tasks.ts';
import { readCatalogue } from '../../src/setup/sold-models.ts';

const { models } = await readCatalogue(undefined, undefined);
const capabilities = [
  { operation: 'image', model: 'image', longestSide: 4096 },
  { operation: 'video', model: 'quality', longestSide: 1920 },
  { operation: 'video', model: 'cinema', longestSide: 1280 },
] as const;
const NO_COSTS = { perHour: undefined, perImage: undefined, perSecond: undefined, byModel: new Map() };

test('a probe has a size that is sold and can be rendered', () => {
  verifies('DEC-SETUP-04');
  const sizes = (which: 'default' | 'smallest') =>
    probesOf(models, capabilities, which).map(
      ({ model, size }) => `${model.id} ${size.width}x${size.height}`,
    );
  // Cinema is sold in no size of up to 1280 pixels.
  assert.deepEqual(sizes('default'), ['image 1024x1024', 'quality 1280x720']);
  assert.deepEqual(sizes('smallest'), ['image 256x256', 'quality 720x720']);
});

test('earnings, cost and margin are those of a sum by hand', () => {
  verifies('DEC-SETUP-04');
  const [image, video] = probesOf(models, capabilities, 'default');
  assert.ok(image && video);
  // 900 images an hour at 5 cents; 5 seconds of video take 60: 300 an hour at 30 cents.
  const results = [
    { probe: image, seconds: 4, units: 1 },
    { probe: video, seconds: 60, units: 5 },
  ];
  const card = { ...NO_COSTS, perHour: 90 };
  assert.deepEqual(marginOf(results[0] as never, card), { unitsPerHour: 900, priceCents: 5, costCents: 10 });
  assert.equal(
    describeMargins(results, card),
    [
      'MODEL    OPERATION  SIZE       SECONDS  PER HOUR  EARNS/H  COSTS/H  MARGIN',
      'image    image      1024x1024      4.0     900      45.00    90.00  -100 %',
      'quality  video      1280x720      60.0     300 s    90.00    90.00     0 %\n',
    ].join('\n'),
  );
  assert.deepEqual(remarksOn(results, card), [
    'WARNING: image, image: an image costs 10 cents and is sold for 5: raise its price, or serve it elsewhere',
  ]);
  const enlarged = { probe: { ...image, operation: 'upscale_pro' as const }, seconds: 40, units: 1 };
  assert.deepEqual(Object.fromEntries(measuredCosts([...results, enlarged], card)), {
    image: 10,
    quality: 30,
  });
  // What a vendor charges goes before the card; without either there is no margin.
  assert.equal(marginOf(results[1] as never, { ...card, perSecond: 0.1 }).costCents, 10);
  const kept = { ...NO_COSTS, byModel: new Map([['quality', 12]]) };
  assert.equal(marginOf(results[1] as never, kept).costCents, 12);
  assert.match(describeMargins(results, NO_COSTS), /900 +45\.00 +- +-\n/);
});
