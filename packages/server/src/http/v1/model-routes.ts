import { type ModelList, type ModelView, ok, type Problem, problem, type Result } from '@kinora/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthenticateKey } from '../../access/authenticate-key.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { defaultJob } from '../../catalogue/expected-jobs.ts';
import type { Model } from '../../catalogue/model.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { QueueView } from '../../queue/queue-view.ts';
import type { FindCapacityProblem } from '../../workers/find-capacity-problem.ts';
import { sendProblem } from '../problem-handler.ts';
import { keyOf } from './authenticate-by-key.ts';
import { modelView, sellerOf } from './model-view.ts';

export interface ModelViewDependencies {
  readonly catalogue: OpenCatalogue;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly queueView: Pick<QueueView, 'secondsForNew'>;
}

export interface ModelRouteDependencies extends ModelViewDependencies {
  readonly authenticateKey: AuthenticateKey;
}

/** GET /models and /models/<id>: what is sold and for how much. They need no key; with one, the prices are those of its account. */
export function modelRoutes(routes: FastifyInstance, dependencies: ModelRouteDependencies): void {
  routes.get('/models', async (request, reply) => {
    const sold = await soldTo(request, dependencies);
    if (!sold.ok) return sendProblem(reply, sold.problem);
    return reply.header('cache-control', 'no-store').send(await viewModels(sold.value, dependencies));
  });
  routes.get<{ Params: { id: string } }>('/models/:id', async (request, reply) => {
    const sold = await soldTo(request, dependencies);
    if (!sold.ok) return sendProblem(reply, sold.problem);
    const model = sold.value.model(request.params.id);
    if (model === undefined) {
      const ids = sold.value.models.map(({ id }) => id);
      return sendProblem(reply, problem('not_found', `There is no such model; there are ${ids.join(', ')}.`));
    }
    return reply.header('cache-control', 'no-store').send(await viewModel(model, dependencies));
  });
}

/** What is sold by a version of the catalogue, at its prices. */
export async function viewModels(sold: Catalogue, dependencies: ModelViewDependencies): Promise<ModelList> {
  return {
    service: sellerOf(sold),
    models: await Promise.all(sold.models.map((model) => viewModel(model, dependencies))),
    catalogue_version: sold.version,
    holds_until: dependencies.catalogue.holdsUntil(sold)?.toISOString() ?? null,
  };
}

/** What is sold, at the prices of the account whose key the request has sent. Problems: those of `AuthenticateKey`. */
async function soldTo(
  request: FastifyRequest,
  { catalogue, authenticateKey }: ModelRouteDependencies,
): Promise<Result<Catalogue, Problem>> {
  const key = keyOf(request);
  if (key === undefined) return ok(catalogue.now());
  const caller = await authenticateKey(key, request.ip);
  return caller.ok ? ok(catalogue.now().pricedFor(caller.value.priceList)) : caller;
}

async function viewModel(model: Model, dependencies: ModelViewDependencies): Promise<ModelView> {
  const [available, wait] = await waitOf(model, dependencies);
  return modelView(model, available, wait);
}

/**
 * Whether a live worker renders an order of the default size and length, and the seconds until it would be done; null while it is
 * refused.
 */
async function waitOf(
  model: Model,
  { findCapacityProblem, queueView }: ModelViewDependencies,
): Promise<readonly [available: boolean, seconds: number | null]> {
  const [operation] = model.operations;
  if (operation === undefined) return [false, null];
  const job = defaultJob(model, operation);
  const awake = { ...model, startSeconds: null };
  const problem = await findCapacityProblem({
    ...job,
    model: awake,
    zeroRetention: false,
    negativePrompt: false,
  });
  const available = problem === undefined;
  if (!available && model.startSeconds === null) return [false, null];
  return [available, await queueView.secondsForNew(job)];
}
