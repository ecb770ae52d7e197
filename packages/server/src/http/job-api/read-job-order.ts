import {
  invalidRequest,
  type JobApiRequest,
  jobRequestSchema,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
  seedMax,
  type Tier,
} from '@kinora/contract';
import { sha256 } from '../../kernel/ids.ts';
import { jobKinds } from '../../pricing/job-kinds.ts';
import { readBody } from '../read-body.ts';

/** A valid request that its caller may make. */
export interface JobOrder {
  readonly asked: JobApiRequest;
  /** The uploaded picture, where the type uses one. */
  readonly picture: { readonly base64: string; readonly field: string } | undefined;
  readonly seed: number | undefined;
}

const PICTURE = 'image_base64';

/** Problems: `invalid_request`, `age_verification_required`. */
export function readJobOrder(body: unknown): Result<JobOrder, Problem> {
  const read = readBody(jobRequestSchema, withAge(body));
  if (!read.ok) return read;
  const asked = read.value;
  const { needsImage } = jobKinds[asked.type];
  const base64 = asked[PICTURE];
  if (needsImage && base64 === undefined) {
    return refused(invalidRequest([{ path: PICTURE, message: `is required for ${asked.type}` }]));
  }
  if (!asked.age_verified) {
    const message =
      'Set age_verified to true to say that the user is 18 or older; nobody younger may use this.';
    return refused(problem('age_verification_required', message));
  }
  return ok({
    asked,
    picture: needsImage && base64 !== undefined ? { base64, field: PICTURE } : undefined,
    // A power of two, so a large seed still says which of ours it is.
    seed: asked.seed === undefined ? undefined : asked.seed % (seedMax + 1),
  });
}

/** Left out, null, 0 or empty, the age is as little verified as when it is false. */
function withAge(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { age_verified: age } = body as { age_verified?: unknown };
  return age ? body : { ...body, age_verified: false };
}

/** `tier_required` when the tier may not make this type. */
export function refuseTier({ asked: { type } }: JobOrder, tier: Tier): Problem | undefined {
  if (tier !== 'free' || !jobKinds[type].isPremium) return undefined;
  return problem(
    'tier_required',
    `${type} needs a paid tier; choose a plan, or use a type of the free tier.`,
  );
}

/** The request as understood, for comparing two with the same Idempotency-Key. */
export function hashOf({ asked }: JobOrder): Buffer {
  return sha256(`POST /generate ${JSON.stringify(asked)}`);
}
