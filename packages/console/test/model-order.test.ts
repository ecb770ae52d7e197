import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelView } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { draftOf, newDraft, type OrderBody, orderOf, withModel } from '../src/studio/settings/draft.ts';
import {
  lengthOf,
  priceFrom,
  type SoldModel,
  shapesOf,
  sizeInShape,
  sizesOfModel,
  type VideoModelView,
} from '../src/studio/settings/model-order.ts';

const COMMON = {
  description: 'Of a test.',
  plans: null,
  included_weight: 1,
  negative_prompt: false,
  start_seconds: null,
  available: true,
  estimated_wait_seconds: 5,
} as const;

const IMAGE: ModelView = {
  ...COMMON,
  kind: 'image',
  id: 'image',
  title: 'Image',
  operations: ['image', 'i2i', 'upscale'],
  sizes: [],
  default_size: '1024x1024',
  grid: { step: 1, min_side: 256, max_side: 2048 },
  price: [
    { up_to_pixels: 1048576, cents: 5 },
    { up_to_pixels: null, cents: 8 },
  ],
};
const FAST: VideoModelView = {
  ...COMMON,
  kind: 'video',
  id: 'fast',
  title: 'Fast',
  mode: 'fast',
  operations: ['video', 'i2v'],
  sizes: ['1280x720', '720x1280', '720x720'],
  default_size: '1280x720',
  grid: { step: 64, min_side: 256, max_side: 2560 },
  seconds: { min: 1, max: 10 },
  default_seconds: 5,
  frames_per_second: 24,
  frame_step: 8,
  sound: true,
  price: [{ price_tier: 'hd', up_to_side: 2560, cents_per_second: 10 }],
};
const QUALITY: VideoModelView = {
  ...FAST,
  id: 'quality',
  mode: 'quality',
  sizes: ['1280x720', '720x720', '1920x1080', '1080x1080'],
  grid: null,
  seconds: [5, 7, 10],
};
const DRAFT: VideoModelView = {
  ...FAST,
  id: 'draft',
  mode: null,
  operations: ['video'],
  sizes: ['832x480', '480x832'],
  default_size: '832x480',
  grid: null,
  seconds: { min: 1, max: 5 },
  default_seconds: 3,
  frames_per_second: 16,
  frame_step: 4,
};
const AWAY: VideoModelView = { ...DRAFT, id: 'away', available: false, estimated_wait_seconds: null };
const OF_TYPES = { ...FAST, isOfTypes: true };
const MODELS = [AWAY, { ...IMAGE, isOfTypes: true }, OF_TYPES, QUALITY, DRAFT];

const FOX = { ...newDraft, prompt: 'a fox' } as const;
const orderBy = (changes: Partial<typeof newDraft>) => {
  const order: Partial<OrderBody> = { ...orderOf(withModel({ ...FOX, ...changes }, MODELS)) };
  const { prompt: _, age_verified: __, ...settings } = order;
  return settings;
};
const written = (sizes: readonly { width: number; height: number }[]): string[] =>
  sizes.map(({ width, height }) => `${width}x${height}`);

describe('an order of the studio', () => {
  test('says what to avoid to a model that takes it, and to no other', () => {
    verifies('DEC-NEGATIVE-08');
    const taking = MODELS.map((model) => ({ ...model, negative_prompt: model.kind === 'image' }));
    const order = (changes: Partial<typeof newDraft>) =>
      orderOf(withModel({ ...FOX, avoided: ' fog ', ...changes }, taking))?.negative_prompt;
    assert.equal(order({}), 'fog');
    assert.equal(order({ avoided: ' ' }), undefined);
    assert.equal(order({ operation: 'video' }), undefined);
    assert.equal(order({ operation: 'upscale' }), undefined);
  });

  test('is of a type where its settings are those of one, and else of a model in its default size and length', () => {
    verifies('DEC-STUDIO-35');
    assert.deepEqual(orderBy({}), { type: 'image', width: 1024, height: 1024 });
    const video = { operation: 'video', shape: '16:9' } as const;
    assert.deepEqual(orderBy(video), { type: 'video', width: 1024, height: 576, length: 121 });
    assert.deepEqual(orderBy({ ...video, sound: true }).type, 'video_av');
    assert.deepEqual(orderBy({ ...video, models: { video: 'draft' } }), {
      type: 'video',
      model: 'draft',
      width: 832,
      height: 480,
      length: 49,
    });
    // A square of the default is as high as that, and costs the same.
    assert.deepEqual(orderBy({ operation: 'video', models: { video: 'quality' } }), {
      type: 'video',
      model: 'quality',
      width: 720,
      height: 720,
      length: 121,
    });
  });

  test('with sound in a larger size is of the model of the types, in its sizes and lengths', () => {
    verifies('DEC-STUDIO-38');
    const video = { operation: 'video', sound: true, shape: '16:9', length: 257 } as const;
    const sized = (size: (typeof newDraft)['size']) => orderBy({ ...video, size });
    const fast = { type: 'video', model: 'fast', length: 241 };
    assert.deepEqual(sized(1280), { ...fast, width: 1280, height: 720 });
    assert.deepEqual(sized(1920), { ...fast, width: 1920, height: 1088 });
    assert.deepEqual(orderBy({ ...video, sound: false, size: 1920 }).type, 'video_1080p');
    // Its square of HD is smaller, and it renders nothing without sound.
    assert.deepEqual(orderBy({ ...video, size: 1280, shape: '1:1' }), {});
    assert.deepEqual(orderBy({ ...video, size: 2560, sound: false }), {});
    assert.deepEqual(orderBy({ operation: 'image-from-image', size: 1920 }), {
      type: 'i2i',
      model: 'image',
      width: 1920,
      height: 1920,
    });
  });

  test('keeps the model of its medium while it renders the kind, and is of another where it does not', () => {
    verifies('DEC-STUDIO-35');
    const chosen = { models: { video: 'quality' }, shape: 'source' } as const;
    assert.equal(orderBy({ ...chosen, operation: 'video-from-image' }).model, 'quality');
    for (const id of ['draft', 'gone']) {
      const other = orderBy({ models: { video: id }, operation: 'video-from-image' });
      assert.deepEqual([other.type, other.model], ['i2v', undefined], id);
    }
    assert.deepEqual(orderBy({ operation: 'upscale', factor: 4 }), { type: 'upscale' });
  });

  test('is not of a model that the plan does not have, or that nobody renders, unless that was chosen', () => {
    verifies('DEC-STUDIO-37');
    const modelOf = (fast: Partial<SoldModel>, chosen?: string) => {
      const models = MODELS.map((model) =>
        model === OF_TYPES ? ({ ...model, ...fast } as SoldModel) : model,
      );
      return withModel({ ...FOX, operation: 'video', models: { video: chosen } }, models).model?.id;
    };
    assert.equal(modelOf({}), 'fast');
    assert.equal(modelOf({ lockedBy: 'Pro' }), 'quality');
    assert.equal(modelOf({ available: false, estimated_wait_seconds: null }), 'quality');
    assert.equal(modelOf({ lockedBy: 'Pro' }, 'fast'), 'fast');
  });

  test('is again what a job was when its settings are reused', () => {
    verifies('DEC-STUDIO-35');
    const job = {
      job_id: 'x',
      status: 'completed',
      type: 'video',
      worker: 'video',
      created: 0,
      elapsed: 1,
      progress: 1,
      priority: 10,
      queue_type: 'priority',
      seed: 7,
      prompt: 'a fox',
      width: 480,
      height: 832,
      frames: 37,
      frames_per_second: 16,
      credit_cost: 0,
      price_cents: 5,
      model: 'draft',
    } as const;
    assert.deepEqual(orderBy(draftOf(job)), {
      type: 'video',
      model: 'draft',
      width: 480,
      height: 832,
      length: 37,
      seed: 7,
    });
  });
});

test('a model offers its own shapes and sizes, and on a grid none that would be delivered as another', () => {
  verifies('DEC-STUDIO-35');
  assert.deepEqual(shapesOf(QUALITY), ['1:1', '16:9']);
  assert.deepEqual(written(sizesOfModel(QUALITY, '1:1', undefined)), ['720x720', '1080x1080']);
  assert.deepEqual(written(sizesOfModel(FAST, '1:1', undefined)), [
    '720x720',
    '1920x1920',
    '2048x2048',
    '2560x2560',
  ]);
  // And not 1280x704 on the grid.
  assert.deepEqual(written(sizesOfModel(FAST, '16:9', undefined)).slice(0, 2), ['1280x720', '1920x1088']);
  assert.deepEqual(written(sizesOfModel(FAST, '3:2', undefined)).slice(0, 2), ['1024x704', '1280x832']);
  const source = { width: 600, height: 300 };
  assert.deepEqual(written(sizesOfModel(IMAGE, 'source', source))[0], '1024x512');
  assert.deepEqual(written(sizesOfModel(DRAFT, '16:9', undefined)), ['832x480']);
  const rounded = { ...FAST, sizes: [], grid: { step: 64, min_side: 256, max_side: 2050 } };
  assert.deepEqual(written(sizesOfModel(rounded, '1:1', undefined)).slice(-2), ['1920x1920', '2048x2048']);
  // From Full HD to the Full HD square, not to the smallest square.
  const chosen = { shape: '16:9', pixels: { width: 1920, height: 1080 }, source: undefined } as const;
  assert.deepEqual(sizeInShape(QUALITY, chosen, '1:1'), { width: 1080, height: 1080 });
});

test('a length is one that the model has, in its own frames', () => {
  verifies('DEC-STUDIO-35');
  assert.deepEqual(lengthOf(DRAFT, 2.3).at, { steps: 9, frames: 37, seconds: 2.25 });
  assert.deepEqual(lengthOf(DRAFT, 60).at.seconds, 5);
  assert.deepEqual(lengthOf(QUALITY, 8).at, { steps: 21, frames: 169, seconds: 7 });
  assert.deepEqual(
    lengthOf(QUALITY, undefined).only?.map(({ frames }) => frames),
    [121, 169, 241],
  );
});

test('the price of a model is said over all of its sizes', () => {
  verifies('DEC-STUDIO-35');
  assert.deepEqual([IMAGE, FAST].map(priceFrom), ['From 0.05 USD an image', '0.10 USD a second']);
});
