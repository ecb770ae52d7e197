import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobTypes, type Me } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { type Draft, newDraft, orderOf } from '../src/studio/settings/draft.ts';
import { changeDraft, chooseOperation, readDraft } from '../src/studio/settings/use-draft.ts';
import {
  fitting,
  isFree,
  paidWith,
  planWith,
  type Terms,
  waysToPay,
} from '../src/studio/settings/ways-to-pay.ts';

const FREE = {
  types: ['image', 'image_hd', 'i2i', 'video', 'video_hd', 'upscale'],
  limits: {
    image_longest_side: 1280,
    video_longest_side: 1280,
    video_frames: 121,
    jobs_at_once: 1,
    calls_per_minute: 10,
  },
} satisfies Pick<Me, 'types' | 'limits'>;
const PRO = {
  types: [...jobTypes],
  limits: {
    image_longest_side: 2048,
    video_longest_side: 1920,
    video_frames: 257,
    jobs_at_once: 3,
    calls_per_minute: 30,
  },
};
const MAX = { ...PRO, limits: { ...PRO.limits, image_longest_side: 4096 } };

function termsOf(tier: Me['tier'], offer: Pick<Me, 'types' | 'limits'>): Terms {
  return {
    me: {
      account_id: 'a',
      email: 'a@example.com',
      tier,
      ...offer,
      open_jobs: 0,
      credits: { per_month: 0, left: 0, resets_at: 0 },
      balance: { cents: 0, ...PRO },
    },
    plans: [
      { title: 'Pro', ...PRO },
      { title: 'Max', ...MAX },
    ],
    freeTypes: FREE.types,
  };
}

const free = termsOf('free', FREE);
const pro = termsOf('pro', PRO);
const max = termsOf('max', MAX);
const VIDEO: Draft = { ...newDraft, operation: 'video', shape: '16:9' };
const IMAGE: Draft = newDraft;

describe('what an order may be paid with', () => {
  verifies('DEC-STUDIO-38');

  test('is nothing where it is free, on every tier', () => {
    for (const terms of [free, pro, max]) {
      assert.deepEqual(waysToPay(IMAGE, terms), ['credits']);
      assert.deepEqual(waysToPay({ ...VIDEO, size: 1280 }, terms), ['credits']);
      assert.ok(isFree({ ...IMAGE, size: 1280 }, terms));
    }
  });

  test('is the balance alone on the free tier, and a choice with credits', () => {
    for (const premium of [
      { ...IMAGE, size: 1920 },
      { ...VIDEO, size: 1920 },
      { ...VIDEO, sound: true },
      { ...IMAGE, operation: 'upscale', factor: 4 },
    ] as const) {
      assert.deepEqual(waysToPay(premium, free), ['balance'], JSON.stringify(premium));
      assert.deepEqual(waysToPay(premium, pro), ['credits', 'balance'], JSON.stringify(premium));
      assert.equal(planWith(free, premium), 'Pro');
    }
  });

  test('is the balance for a free type that is longer than the tier has', () => {
    assert.deepEqual(waysToPay({ ...VIDEO, length: 129 }, free), ['balance']);
    assert.deepEqual(waysToPay({ ...VIDEO, length: 129 }, pro), ['credits']);
  });

  test('is credits alone for what the terms of the balance would deliver smaller', () => {
    const large = { ...IMAGE, size: 4096 } as const;
    assert.deepEqual(
      [free, pro, max].map((terms) => waysToPay(large, terms)),
      [[], [], ['credits']],
    );
    assert.equal(planWith(pro, large), 'Max');
  });

  test('is in the order, which is the same otherwise', () => {
    const order = orderOf({ ...VIDEO, size: 1920 });
    assert.ok(order !== undefined);
    assert.deepEqual(paidWith('credits', order), order);
    assert.deepEqual(paidWith('balance', order), { ...order, pay_with: 'balance' });
  });
});

test('settings that cannot be ordered become the nearest that can', () => {
  verifies('DEC-STUDIO-20');
  const fitted = (draft: Draft, terms: Terms) => {
    const { size, sound, length } = fitting(draft, terms);
    return { size, sound, length };
  };
  assert.deepEqual(fitted({ ...IMAGE, size: 4096 }, pro), { size: 2048, sound: false, length: 121 });
  // Without a model there is sound in the smallest size alone.
  assert.deepEqual(fitted({ ...VIDEO, size: 1920, sound: true }, pro), {
    size: 1024,
    sound: true,
    length: 121,
  });
  assert.deepEqual(fitted({ ...VIDEO, size: 2560, length: 400 }, pro), {
    size: 1920,
    sound: false,
    length: 257,
  });
});

test('a video comes with sound where credits pay for it, unless the person chose', () => {
  verifies('DEC-STAGE-04');
  const rich = { ...pro, me: { ...pro.me, credits: { per_month: 100, left: 100, resets_at: 0 } } };
  assert.equal(fitting(VIDEO, rich).sound, true);
  assert.equal(fitting({ ...VIDEO, sound: false }, rich).sound, false);
  assert.equal(fitting(VIDEO, pro).sound, false, 'no credits are left');
  const poor = { ...free, me: { ...free.me, credits: rich.me.credits } };
  assert.equal(fitting(VIDEO, poor).sound, false, 'on the free tier silent ones are free');
  chooseOperation('video');
  assert.equal(readDraft().shape, '16:9');
  changeDraft({ shape: '9:16' });
  chooseOperation('image');
  assert.equal(readDraft().shape, '9:16', 'what was chosen stays');
});
