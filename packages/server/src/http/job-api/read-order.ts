import {
  invalidField,
  invalidRequest,
  type JobApiRequest,
  type JobType,
  jobOfModelSchema,
  jobOfTypeSchema,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  seedMax,
} from '@kinora/contract';
import { smallestUpload } from '@kinora/media/uploads/inspect-upload';
import type { Standing } from '../../accounts/find-standing.ts';
import type { IdempotencyClaim } from '../../admit/accept/stored-response.ts';
import type { Order } from '../../admit/order.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { jobTypeRules } from '../../catalogue/job-type-rules.ts';
import { orderTermsOf } from '../../catalogue/order-terms.ts';
import { pricedInMoney, quoteJob, quoteJobOfModel } from '../../quote/quote-job.ts';
import { readBody } from '../request/read-body.ts';
import { acceptedAnswer } from './accepted-answer.ts';

const UPLOAD = 'image_base64';

/**
 * A valid request. `needsImage` decides which types need an upload. Problems: `invalid_request`,
 * `age_verification_required`.
 */
export function readJobRequest(
  body: unknown,
  needsImage = (type: JobType): boolean => jobTypeRules[type].needsImage,
): Result<JobApiRequest, Problem> {
  const isOfModel = typeof body === 'object' && body !== null && 'model' in body;
  const read: Result<JobApiRequest, Problem> = isOfModel
    ? readBody(jobOfModelSchema, withAge(body))
    : readBody(jobOfTypeSchema, withAge(body));
  if (!read.ok) return read;
  const { type, [UPLOAD]: base64, age_verified: ageVerified } = read.value;
  if (needsImage(type) && base64 === undefined) {
    return refused(invalidRequest([{ path: UPLOAD, message: `is required for ${type}` }]));
  }
  if (!ageVerified) {
    const message =
      'Set age_verified to true to confirm that the user is 18 or older; younger users are not allowed.';
    return refused(problem('age_verification_required', message));
  }
  const foreign = foreignLimit(read.value) ?? foreignModel(read.value);
  if (foreign !== undefined) return refused(foreign);
  return ok(read.value);
}

/** The most that an order may cost is in what it is paid with. Problem: `invalid_request`. */
function foreignLimit(request: JobApiRequest): Problem | undefined {
  const { pay_with: payWith, max_credits: maxCredits, max_price_cents: maxPriceCents } = request;
  if (payWith === 'balance' && maxCredits !== undefined) {
    return invalidField(
      'max_credits',
      'does not apply to an order paid from the balance; use max_price_cents',
    );
  }
  if (payWith === 'credits' && maxPriceCents !== undefined) {
    return invalidField('max_price_cents', 'does not apply to an order paid in credits; use max_credits');
  }
  return undefined;
}

/** A model is paid in money, and says by itself what the suffix of a type would. Problem: `invalid_request`. */
function foreignModel({ model, type, pay_with: payWith }: JobApiRequest): Problem | undefined {
  if (model === undefined) return undefined;
  if (payWith !== 'balance') {
    return invalidField('model', 'needs pay_with: "balance"; credits pay for the types, without a model');
  }
  const { operation } = jobTypeRules[type];
  if (type === operation) return undefined;
  return invalidField(
    'type',
    `must be ${operation} with a model, whose size, length and sound width, height, length and the model itself say`,
  );
}

/** Reads an age that is missing, null, 0 or empty as not verified. */
function withAge(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { age_verified: age } = body as { age_verified?: unknown };
  return age ? body : { ...body, age_verified: false };
}

/**
 * The order of a valid request by an account of this tier. Whether it may order the type is part of its quote, so that a repeated
 * request gets its answer whatever the tier is by then. Problem of the quote: `tier_required`.
 */
export function orderOf(
  request: JobApiRequest,
  catalogue: Catalogue,
  { accountId, tier, recentlyRejected, priceList }: Omit<Standing, 'suspendedUntil'>,
  idempotency: IdempotencyClaim | null,
): Order {
  const {
    type,
    prompt,
    negative_prompt: negativePrompt,
    seed,
    [UPLOAD]: base64,
    pay_with: payWith,
  } = request;
  const terms = orderTermsOf(catalogue, tier, payWith);
  const { operation, needsImage, enlargement } = jobTypeRules[type];
  return {
    accountId,
    keyId: null,
    recentlyRejected,
    priceList,
    operation,
    prompt,
    negativePrompt,
    // The number of seeds is a power of two, so every seed of the job API maps to one of them.
    seed: seed === undefined ? undefined : seed % (seedMax + 1),
    upload: needsImage && base64 !== undefined ? { base64, field: UPLOAD } : undefined,
    quoteFor: (version, uploaded = smallestUpload) => {
      if (request.model !== undefined) {
        return pricedInMoney(version, quoteJobOfModel(version, request, uploaded));
      }
      if (!orderTermsOf(version, tier, payWith).types.includes(type)) return refused(tierRequired(type));
      const priced = quoteJob(version, request, terms.tier, uploaded);
      return payWith === 'balance' ? pricedInMoney(version, ok(priced.quote)) : ok(priced);
    },
    isPricedByUpload: enlargement > 1,
    priceLimit: payWith === 'balance' ? request.max_price_cents : request.max_credits,
    interface: 'job_api',
    jobApi: { type, tier: terms.tier },
    zeroRetention: false,
    idempotency,
    answerOf: (job) => acceptedAnswer({ type, tier: terms.tier }, job),
  };
}

const tierRequired = (type: JobType): Problem =>
  problem(
    'tier_required',
    `${type} needs a paid tier; choose a plan, pay_with balance, or a type of the free tier.`,
  );
