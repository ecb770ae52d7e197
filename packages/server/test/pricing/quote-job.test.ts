import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type JobType, jobTypes, type Tier, tierNames, tierPriorities } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { jobTypeRules } from '../../src/catalogue/job-type-rules.ts';
import { queueTypeOf, tierRuleOf } from '../../src/catalogue/tiers.ts';
import { quoteJob } from '../../src/quote/quote-job.ts';
import { catalogue } from '../support/default-catalogue.ts';

const settings = catalogue.document.job_api.types;

const SOURCE = { width: 1000, height: 500 };

function sizeOf(type: JobType, tier: Tier, width = 4096, height = 4096, source = SOURCE): string {
  const { quote } = quoteJob(catalogue, { type, width, height, length: 121 }, tier, source);
  return `${quote.width}x${quote.height}`;
}

/**
 * By type: the size of a 4096 pixel square on pro and on max, sound, needs an image, premium, the worker's
 * task.
 */
const TABLE: Readonly<Record<JobType, readonly [string, string, boolean, boolean, boolean, string]>> = {
  image: ['1024x1024', '1024x1024', false, false, false, 'image'],
  image_hd: ['1280x1280', '1280x1280', false, false, false, 'image'],
  image_1080p: ['1920x1920', '1920x1920', false, false, true, 'image'],
  image_4k: ['2048x2048', '4096x4096', false, false, true, 'image'],
  i2i: ['1024x1024', '1024x1024', false, true, false, 'i2i'],
  video: ['1024x1024', '1024x1024', false, false, false, 'video'],
  video_hd: ['1280x1280', '1280x1280', false, false, false, 'video'],
  video_1080p: ['1920x1920', '1920x1920', false, false, true, 'video'],
  video_av: ['1024x1024', '1024x1024', true, false, true, 'video'],
  i2v: ['1024x1024', '1024x1024', false, true, false, 'i2v'],
  i2v_hd: ['1280x1280', '1280x1280', false, true, false, 'i2v'],
  i2v_1080p: ['1920x1920', '1920x1920', false, true, true, 'i2v'],
  i2v_av: ['1024x1024', '1024x1024', true, true, true, 'i2v'],
  upscale: ['2000x1000', '2000x1000', false, true, false, 'upscale'],
  upscale_pro: ['2048x1024', '4000x2000', false, true, true, 'upscale_pro'],
};

describe('each type', () => {
  for (const type of jobTypes) {
    test(`${type} has its size, sound, source image and tier`, () => {
      verifies('JOB-GENERATE-12', 'DEC-TIER-06', 'DEC-TIER-07', 'DEC-TIER-08', 'DEC-TIER-09');
      const [onPro, onMax, sound, needsImage, isPremium, renders] = TABLE[type];
      const rules = jobTypeRules[type];
      assert.equal(sizeOf(type, 'pro'), onPro);
      assert.equal(sizeOf(type, 'max'), onMax);
      assert.deepEqual(
        [rules.sound, rules.needsImage, settings[type].needs_paid_tier, rules.operation],
        [sound, needsImage, isPremium, renders],
      );
      assert.equal(rules.medium, type.includes('video') || type.startsWith('i2v') ? 'video' : 'image');
    });
  }
});

test('the tiers have their limits', () => {
  verifies('DEC-TIER-02', 'DEC-TIER-03', 'DEC-TIER-04', 'DEC-TIER-13', 'DEC-QUEUE-01', 'DEC-QUEUE-02');
  const facts = tierNames.map((tier) => {
    const rule = tierRuleOf(catalogue, tier);
    const { image, video } = rule.longestSide;
    const { frames, jobsAtOnce, callsPerMinute, creditsPerMonth } = rule;
    const place = [tierPriorities[tier], queueTypeOf(tier)];
    return [image, video, frames, jobsAtOnce, callsPerMinute, creditsPerMonth, ...place];
  });
  assert.deepEqual(facts, [
    [1280, 1280, 121, 1, 10, 0, 0, 'standard'],
    [2048, 1920, 257, 3, 30, 1000, 10, 'priority'],
    [4096, 1920, 257, 6, 60, 5000, 20, 'priority'],
  ]);
});

describe('clamping', () => {
  test('uses the smaller limit of type and tier and keeps the ratio, at the limit and one pixel above', () => {
    verifies('JOB-GENERATE-05', 'DEC-TIER-05');
    assert.equal(sizeOf('image', 'free', 1024, 768), '1024x768');
    assert.equal(sizeOf('image', 'free', 1025, 768), '1024x767');
    assert.equal(sizeOf('image', 'free', 1280, 720), '1024x576');
    assert.equal(sizeOf('image_hd', 'free', 1280, 720), '1280x720');
    assert.equal(sizeOf('image_hd', 'free', 4096, 2304), '1280x720');
    assert.equal(sizeOf('image_4k', 'pro', 2048, 1152), '2048x1152');
    assert.equal(sizeOf('image_4k', 'pro', 2049, 1152), '2048x1151');
    assert.equal(sizeOf('image_4k', 'max', 4096, 256), '4096x256');
    assert.equal(sizeOf('video_1080p', 'max', 4096, 2304), '1920x1080');
    assert.equal(sizeOf('video', 'free', 256, 4096), '64x1024');
  });

  test('never enlarges', () => {
    verifies('DEC-TIER-05');
    assert.equal(sizeOf('image_4k', 'max', 1024, 1024), '1024x1024');
    assert.equal(sizeOf('video_1080p', 'pro', 256, 256), '256x256');
  });

  test('delivers videos with even sides, within the limit', () => {
    verifies('DEC-TIER-05');
    assert.equal(sizeOf('video', 'free', 1023, 577), '1024x578');
    assert.equal(sizeOf('video_hd', 'free', 1279, 719), '1280x720');
    assert.equal(sizeOf('video_1080p', 'max', 1919, 301), '1920x302');
    assert.equal(sizeOf('image', 'free', 1023, 577), '1023x577');
  });

  test('of an upscaled image depends on the size of its source', () => {
    verifies('DEC-TIER-09');
    const small = { width: 200, height: 101 };
    assert.equal(sizeOf('upscale', 'free', 256, 256, small), '400x202');
    assert.equal(sizeOf('upscale', 'free', 256, 256, { width: 641, height: 320 }), '1280x639');
    assert.equal(sizeOf('upscale_pro', 'pro', 256, 256, small), '800x404');
    assert.equal(sizeOf('upscale_pro', 'max', 256, 256, { width: 1025, height: 100 }), '4096x400');
    assert.equal(sizeOf('upscale', 'free', 256, 256, { width: 2560, height: 1280 }), '1280x640');
  });

  test('a length is rounded down to 8n+1 frames and clamped to the tier', () => {
    verifies('JOB-GENERATE-07', 'DEC-TIER-10');
    const frames = (length: number, tier: Tier) => {
      const { quote } = quoteJob(
        catalogue,
        { type: 'video', width: 512, height: 512, length },
        tier,
        undefined,
      );
      return quote.medium === 'video' ? quote.frames : undefined;
    };
    assert.deepEqual(
      [17, 24, 25, 26, 120, 121, 122, 257].map((length) => frames(length, 'free')),
      [17, 17, 25, 25, 113, 121, 121, 121],
    );
    assert.deepEqual(
      [121, 128, 129, 256, 257].map((length) => frames(length, 'pro')),
      [121, 121, 129, 249, 257],
    );
    const image = quoteJob(
      catalogue,
      { type: 'image', width: 512, height: 512, length: 17 },
      'free',
      undefined,
    ).quote;
    assert.equal('frames' in image, false);
  });
});

test('free types cost no credits on any tier; the others cost the v1 price in cents', () => {
  verifies('DEC-TIER-11', 'DEC-TIER-12');
  const credits = (type: JobType, tier: Tier, side: number, length = 121) => {
    const { price } = quoteJob(catalogue, { type, width: side, height: side, length }, tier, {
      width: side,
      height: side,
    });
    return price.by === 'credits' ? price.credits : undefined;
  };
  for (const type of jobTypes.filter((one) => !settings[one].needs_paid_tier)) {
    for (const tier of tierNames) assert.equal(credits(type, tier, 2048), 0, `${type} on ${tier}`);
  }
  assert.equal(credits('image_1080p', 'pro', 1024), 5);
  assert.equal(credits('image_1080p', 'pro', 1025), 8);
  assert.equal(credits('image_4k', 'max', 4096), 8);
  assert.equal(credits('upscale_pro', 'pro', 256), 5);
  assert.equal(credits('upscale_pro', 'pro', 257), 8);
  // 5 seconds at 10 cents, at 15 above 1280 pixels; 32 thirds of a second at 15 cents.
  assert.equal(credits('video_av', 'pro', 1024), 50);
  assert.equal(credits('video_1080p', 'pro', 1280), 50);
  assert.equal(credits('video_1080p', 'pro', 1282), 75);
  assert.equal(credits('i2v_1080p', 'max', 1920, 257), 160);
  assert.equal(credits('i2v_av', 'max', 1920, 17), 7);
});
