import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueDocument } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { changesInWords } from '../src/operator/prices/changes-in-words.ts';
import { modelFields, NEW_PLAN, planFields, readDraft } from '../src/operator/prices/draft.ts';

/** What of a catalogue the page changes. */
const BEFORE = {
  models: [
    {
      id: 'image',
      title: 'Image',
      medium: 'image',
      price: [{ up_to_pixels: 1_048_576, cents: 5 }, { cents: 8 }],
      cost_cents: null,
    },
    {
      id: 'fast.v2',
      title: 'Fast',
      medium: 'video',
      price: [{ resolution: 'hd', up_to_side: 1280, cents_per_second: 10 }],
      cost_cents_per_second: 4,
    },
  ],
  plans: [
    {
      id: 'pro',
      title: 'Pro',
      tier: 'pro',
      month_cents: 1900,
      year_cents: null,
      included: { images: 0, video_seconds: 0 },
      stored_gib: 50,
    },
  ],
} as unknown as CatalogueDocument;

const fieldsOf = (document: CatalogueDocument) => [
  ...document.models.flatMap((_model, at) => modelFields(document, at)),
  ...document.plans.flatMap((plan, at) => planFields(document, at, plan.id === '')),
];

test('what is typed is in the document, in cents, and what is not typed stays as it is', () => {
  verifies('DEC-OPERATOR-23');
  const fields = fieldsOf(BEFORE);
  assert.deepEqual(readDraft(BEFORE, fields, {}), { document: BEFORE, issues: [] });
  const { document, issues } = readDraft(BEFORE, fields, {
    'models.0.price.0.cents': ' 7 ',
    'models.0.cost_cents': '0.4',
    'models.1.cost_cents_per_second': '',
    'plans.0.month_cents': '21.5',
    'plans.0.year_cents': '',
    'plans.0.included.video_seconds': '600',
    'plans.0.stored_gib': '0.5',
  });
  assert.deepEqual(issues, []);
  const [image, fast] = document.models;
  assert.ok(image?.medium === 'image' && fast?.medium === 'video');
  assert.deepEqual([image.price[0]?.cents, image.cost_cents, fast.cost_cents_per_second], [7, 0.4, null]);
  const [pro] = document.plans;
  assert.deepEqual(
    [pro?.month_cents, pro?.year_cents, pro?.included, pro?.stored_gib],
    [2150, null, { images: 0, video_seconds: 600 }, 0.5],
  );
  assert.equal(BEFORE.plans[0]?.month_cents, 1900, 'the former document is not changed');
});

test('what is no price is said at its field, with an example', () => {
  verifies('DEC-OPERATOR-23');
  const wrong = {
    'models.0.price.0.cents': '7.5',
    'models.0.price.1.cents': '',
    'models.0.cost_cents': '1e3',
    'plans.0.title': ' ',
    'plans.0.month_cents': '-5',
    'plans.0.year_cents': '0.49',
    'plans.0.included.images': 'many',
  };
  const { document, issues } = readDraft(BEFORE, fieldsOf(BEFORE), wrong);
  assert.deepEqual(issues.map(({ path }) => path).sort(), Object.keys(wrong).sort());
  assert.ok(issues.every(({ message }) => /^must be .*|^is required$/.test(message)));
  assert.deepEqual(document, BEFORE);
});

test('changes are said as a shop-keeper would', () => {
  verifies('DEC-OPERATOR-24');
  const plans = [
    { ...BEFORE.plans[0], title: 'Plus' },
    {
      ...NEW_PLAN,
      id: 'studio',
      title: 'Studio',
      month_cents: 4900,
      included: { images: 1, video_seconds: 1200 },
    },
  ] as CatalogueDocument['plans'];
  const after = { ...BEFORE, plans };
  const said = (path: string, before: unknown, value: unknown) =>
    changesInWords([{ path, before, after: value }], after)[0];
  const fast = 'models.fast.v2';
  assert.equal(said(`${fast}.price[0].cents_per_second`, 10, 12), 'Fast, HD: 10 ¢ → 12 ¢ a second');
  assert.equal(said('models.image.price[1].cents', 8, 9), 'Image, a larger image: 8 ¢ → 9 ¢ an image');
  assert.equal(
    said('models.image.cost_cents', null, 0.4),
    'Image, what it costs you: not known → 0.4 ¢ an image',
  );
  assert.equal(said('plans.pro.month_cents', 1900, 2100), 'Plus: 19.00 USD → 21.00 USD a month');
  assert.equal(said('plans.pro.year_cents', null, 19_000), 'Plus: not sold by the year → 190.00 USD a year');
  assert.equal(
    said('plans.pro.month_cents', 1900, null),
    'Plus: 19.00 USD a month → not sold by the month; who has it keeps it at its price',
  );
  assert.equal(said('plans.pro.title', 'Pro', 'Plus'), 'Pro is called Plus');
  assert.equal(said('plans.pro.included.images', 0, 1000), 'Plus: 0 → 1,000 images a month');
  assert.equal(said('plans.pro.stored_gib', 50, 0.5), 'Plus: 50 → 0.5 GiB stored');
  assert.equal(said('service.support', null, 'a@example.com'), 'service.support: null → "a@example.com"');
  assert.deepEqual(changesInWords([{ path: 'plans.studio', after: plans[1] }], after), [
    'New plan Studio (studio), tier pro: 49.00 USD a month; 1 image and 1,200 s of video a month, 0 GiB stored',
  ]);
});
