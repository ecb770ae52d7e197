import { problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import type { AuthenticateKey } from '../../access/authenticate-key.ts';
import { describeOutageFor } from '../problem-handler.ts';
import { authenticateByBearer } from './authenticate-by-bearer.ts';
import { type ImageDependencies, imageRoutes } from './image-routes.ts';
import { MODELS, viewModel } from './models.ts';
import { handleOpenaiError, sendOpenaiProblem } from './problem-handler.ts';
import { acceptMultipart } from './read-form.ts';
import { videoRoutes } from './video-routes.ts';

export interface OpenaiDependencies extends ImageDependencies {
  readonly authenticateKey: AuthenticateKey;
}

type ModelRoute = { Params: { model: string } };

/** Images and videos of v1 in the shapes of the OpenAI API, for programs that speak that one. */
export function openaiRoutes(routes: FastifyInstance, dependencies: OpenaiDependencies): void {
  routes.setErrorHandler(handleOpenaiError);
  describeOutageFor(routes, 'key');
  routes.addHook('onRequest', authenticateByBearer(dependencies.authenticateKey));
  acceptMultipart(routes);
  imageRoutes(routes, dependencies);
  videoRoutes(routes, dependencies);
  routes.get('/models', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ object: 'list', data: MODELS.map(viewModel) }),
  );
  routes.get<ModelRoute>('/models/:model', async (request, reply) => {
    const { model } = request.params;
    if (MODELS.includes(model)) return reply.header('cache-control', 'no-store').send(viewModel(model));
    const message = `There is no such model; there are ${MODELS.join(', ')}.`;
    return sendOpenaiProblem(reply, problem('not_found', message));
  });
}
