import { type JobQuoteView, type JobType, ok, type Problem, type Result } from '@kinora/contract';
import { readUploadSize } from '@kinora/media/uploads/read-upload-size';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findPlanProblem } from '../../admit/accept/decide-request.ts';
import { type Order, quoteOrderBy } from '../../admit/order.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { jobTypeRules } from '../../catalogue/job-type-rules.ts';
import type { Model } from '../../catalogue/model.ts';
import { orderTermsOf } from '../../catalogue/order-terms.ts';
import { tierOfPlan } from '../../catalogue/tiers.ts';
import { creditsLeft } from '../../funding/decide-credits.ts';
import type { JobQuote } from '../../quote/quote-job.ts';
import { type AccountViewDependencies, readCaller } from './account-view.ts';
import { tokenSubjectOf } from './authenticate-by-token.ts';
import { accountMissing } from './generate.ts';
import { sendJobApiProblem } from './problem-handler.ts';
import { orderOf, readJobRequest } from './read-order.ts';

/**
 * POST /quote: the price of an order with this body. It is not a generate call, so it does not count as one. The upload
 * may be left out unless the price depends on it.
 */
export async function quote(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: AccountViewDependencies,
): Promise<FastifyReply> {
  const caller = await readCaller(request, dependencies);
  if (caller === undefined) return sendJobApiProblem(reply, accountMissing);
  const { catalogue, funds, usedCredits } = caller;
  const tier = tierOfPlan(catalogue, funds.plan);
  const { accountId } = tokenSubjectOf(request);
  const read = readJobRequest(request.body, isEnlarged);
  if (!read.ok) return sendJobApiProblem(reply, read.problem);
  const { type } = read.value;

  const priced = await priceOf(
    catalogue,
    orderOf(
      read.value,
      catalogue,
      { accountId, tier, recentlyRejected: false, priceList: catalogue.priceList },
      null,
    ),
  );
  if (!priced.ok) return sendJobApiProblem(reply, priced.problem);
  const { quote: delivered, price } = priced.value;
  const notInPlan = findPlanProblem(delivered.model, funds.plan);
  if (notInPlan !== undefined) return sendJobApiProblem(reply, notInPlan);
  const { pay_with: payWith } = read.value;
  const view: JobQuoteView = {
    type,
    kind: delivered.medium,
    width: delivered.width,
    height: delivered.height,
    ...(price.by === 'money' && viewModel(delivered.model)),
    ...(delivered.medium === 'video' && { frames: delivered.frames }),
    sound: delivered.medium === 'video' && delivered.sound,
    credit_cost: price.by === 'credits' ? price.credits : 0,
    credits_left: creditsLeft(catalogue, funds.plan, usedCredits),
    ...(price.by === 'money' && { price_cents: price.cents, balance_cents: funds.prepaidCents }),
    tier: orderTermsOf(catalogue, tier, payWith).tier,
  };
  return reply.header('cache-control', 'no-store').send(view);
}

function viewModel(model: Model): Pick<JobQuoteView, 'model' | 'frames_per_second'> {
  return {
    model: model.id,
    ...(model.medium === 'video' && { frames_per_second: model.framesPerSecond }),
  };
}

/** Whether the size of the result, and so the price, depends on the upload. */
function isEnlarged(type: JobType): boolean {
  return jobTypeRules[type].enlargement > 1;
}

/** Problems: `invalid_request`, `tier_required`. */
async function priceOf(catalogue: Catalogue, order: Order): Promise<Result<JobQuote, Problem>> {
  const { upload, isPricedByUpload } = order;
  const quoted = quoteOrderBy(catalogue, order);
  if (!quoted.ok) return quoted;
  const { quoteFor } = quoted.value;
  if (upload === undefined || isPricedByUpload !== true) return ok(quoteFor(undefined));
  const size = await readUploadSize(upload.base64, upload.field);
  return size.ok ? ok(quoteFor(size.value)) : size;
}
