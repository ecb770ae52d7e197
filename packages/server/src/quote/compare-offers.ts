import {
  type ExamplePrice,
  framesPerSecond,
  type JobType,
  type Offer,
  type StudioExample,
  type Tier,
} from '@kinora/contract';
import { type Catalogue, includedIn } from '../catalogue/catalogue.ts';
import { jobTypeRules } from '../catalogue/job-type-rules.ts';
import { orderTermsOf } from '../catalogue/order-terms.ts';
import { planPrice, soldPlans } from '../catalogue/plans.ts';
import { queueTypeOf } from '../catalogue/tiers.ts';
import { quoteJob } from './quote-job.ts';

/** What the studio makes, by the job API's types: what a plan unlocks is one of these, longer, or a model. */
export function studioExamples(): StudioExample[] {
  const image = (type: JobType, side: number): StudioExample => ({ type, side, seconds: null });
  const video = (type: JobType, side: number): StudioExample => ({ type, side, seconds: EXAMPLE_SECONDS });
  return [
    image('image', 1024),
    image('image_hd', 1280),
    image('image_1080p', 1920),
    image('image_4k', 2048),
    image('image_4k', 4096),
    image('i2i', 1024),
    image('upscale', SOURCE_SIDE * 2),
    image('upscale_pro', SOURCE_SIDE * 4),
    video('video', 1024),
    video('video_hd', 1280),
    video('video_1080p', 1920),
    video('video_av', 1024),
  ];
}

const EXAMPLE_SECONDS = 5;
/** The side of the image that is enlarged. */
const SOURCE_SIDE = 512;

/** Every way to pay, side by side: nothing, a balance, and the plans that are sold. */
export function compareOffers(catalogue: Catalogue): Offer[] {
  const { free, prepaid } = catalogue.document.stored_gib;
  const plans = [...new Set(soldPlans(catalogue).map(({ plan }) => plan))].flatMap(
    (id) => catalogue.plan(id) ?? [],
  );
  return [
    // Models are paid in money.
    { ...ofTier(catalogue, 'free'), by: 'nothing', stored_gib: free, models: [] },
    {
      ...ofTier(catalogue, 'free', 'balance'),
      by: 'balance',
      stored_gib: prepaid,
      models: modelsOf(catalogue, 'none'),
    },
    ...plans.map((plan): Offer => {
      const offer = ofTier(catalogue, plan.tier);
      const cents = (interval: 'month' | 'year') =>
        planPrice(catalogue, { plan: plan.id, interval })?.cents ?? null;
      return {
        ...offer,
        by: 'plan',
        plan: plan.id,
        title: plan.title,
        month_cents: cents('month'),
        year_cents: cents('year'),
        included: { ...offer.included, ...includedIn(catalogue, plan.id) },
        stored_gib: plan.stored_gib,
        models: modelsOf(catalogue, plan.id),
      };
    }),
  ];
}

/** The ids of the models that accounts of a plan may order; `none` for those without one. */
function modelsOf({ models }: Catalogue, plan: string): string[] {
  return models.flatMap(({ id, plans }) => (plans === null || plans.includes(plan) ? [id] : []));
}

function ofTier(
  catalogue: Catalogue,
  tier: Tier,
  payWith: 'credits' | 'balance' = 'credits',
): Omit<Offer, 'by' | 'stored_gib' | 'models'> {
  const { rule, tier: ruling } = orderTermsOf(catalogue, tier, payWith);
  return {
    plan: null,
    title: null,
    month_cents: null,
    year_cents: null,
    included: { images: 0, video_seconds: 0, credits: payWith === 'balance' ? 0 : rule.creditsPerMonth },
    jobs_at_once: rule.jobsAtOnce,
    longest_seconds: (rule.frames - 1) / framesPerSecond,
    has_priority: queueTypeOf(ruling) === 'priority',
    prices: studioExamples().map((example) => {
      // What is free stays so for somebody with a balance.
      const withoutMoney = priceOf(catalogue, tier, example);
      return withoutMoney ?? (payWith === 'balance' ? inCents(catalogue, ruling, example) : null);
    }),
  };
}

/** In credits of the tier; null if it may not order the example. */
function priceOf(catalogue: Catalogue, tier: Tier, example: StudioExample): ExamplePrice {
  const quoted = quoteExample(catalogue, tier, example);
  return quoted?.price.by === 'credits' ? { credits: quoted.price.credits } : null;
}

/** What a balance pays for it. */
function inCents(catalogue: Catalogue, tier: Tier, example: StudioExample): ExamplePrice {
  const quoted = quoteExample(catalogue, tier, example);
  return quoted === undefined ? null : { cents: quoted.quote.priceCents };
}

function quoteExample(catalogue: Catalogue, tier: Tier, { type, side, seconds }: StudioExample) {
  const { types, rule } = orderTermsOf(catalogue, tier, 'credits');
  const { medium, enlargement } = jobTypeRules[type];
  if (!types.includes(type)) return undefined;
  // A video of five seconds is wide, as most are; an image is square.
  const height = medium === 'image' ? side : Math.round((side * 9) / 16);
  const length = Math.min(rule.frames, (seconds ?? 0) * framesPerSecond + 1);
  const source = enlargement > 1 ? { width: SOURCE_SIDE, height: SOURCE_SIDE } : undefined;
  const quoted = quoteJob(catalogue, { type, width: side, height, length }, tier, source);
  // A larger size than the tier has would be delivered smaller.
  const isSmaller = enlargement === 1 && quoted.quote.width < side;
  return isSmaller ? undefined : quoted;
}
