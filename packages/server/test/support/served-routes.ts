import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Runs `start`, and returns with its result every route that was mounted meanwhile, such as `GET /signin`. */
export async function recordRoutes<Value>(
  start: () => Promise<Value>,
): Promise<{ readonly started: Value; readonly routes: ReadonlySet<string> }> {
  const routes = new Set<string>();
  // Fastify reports every server that is created; only the routes of the real one are read.
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
