import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pricesBelowCost, type WorkerCost } from '../../src/catalogue/below-cost.ts';
import { changedCatalogue, type LooseDocument } from '../support/catalogues.ts';

/** The sentences of a catalogue in which an image is sold from 4 cents on, and a second of `fast` from 10. */
function warned(change: (document: LooseDocument) => void, ...workers: WorkerCost[]): string[] {
  const document = changedCatalogue((changed) => {
    changed.models[0].price = [{ up_to_pixels: 1_000_000, cents: 6 }, { cents: 4 }];
    change(changed);
  });
  return pricesBelowCost(document, workers).map(({ sentence }) => sentence);
}

const costing = (cents: number) => (document: LooseDocument) => {
  document.models[0].cost_cents = cents;
};
const gpu = (cents: number, model = 'image', worker = 'gpu-1'): WorkerCost => ({ worker, model, cents });

test('what costs nothing that anybody knows, or no more than its lowest price, is no warning', () => {
  verifies('DEC-MARGIN-04');
  assert.deepEqual(
    warned(() => {}),
    [],
  );
  assert.deepEqual(warned(costing(4), gpu(4), gpu(10, 'fast'), gpu(99, 'gone')), []);
});

test('the lowest price of all steps is compared with the cost of the catalogue', () => {
  verifies('DEC-MARGIN-04');
  assert.deepEqual(warned(costing(4.25)), [
    'Image (image): an image is sold from 4 cents and costs 4.25 cents by the catalogue. Raise its price, or correct its cost.',
  ]);
});

test('of the costs that live workers state, the highest counts, which may be below that of the catalogue', () => {
  verifies('DEC-MARGIN-04');
  const [image, fast, ...more] = warned(
    costing(3),
    gpu(1),
    gpu(5.5, 'image', 'vendor'),
    gpu(12.5, 'fast'),
    gpu(11, 'fast', 'other'),
  );
  assert.match(
    image ?? '',
    /sold from 4 cents and costs 5\.5 cents with the worker vendor\. Raise its price, or let/,
  );
  assert.match(fast ?? '', /a second is sold from 10 cents and costs 12\.5 cents with the worker gpu-1/);
  assert.deepEqual(more, []);
  assert.match(warned(costing(7), gpu(5))[0] ?? '', /costs 7 cents by the catalogue/);
});

test('a price list may sell below the cost although the prices of everybody else do not', () => {
  verifies('DEC-MARGIN-04');
  const listed = (document: LooseDocument) => {
    document.price_lists = [
      { id: 'partner', title: 'Partner', percent: 90, prices: { image: [5, 3] } },
      { id: 'friends', title: 'Friends', percent: 100 },
    ];
  };
  assert.match(
    warned(listed, gpu(3.5))[0] ?? '',
    /from 3 cents with the price list Partner and costs 3\.5 cents/,
  );
  assert.deepEqual(warned(listed, gpu(3)), []);
});
