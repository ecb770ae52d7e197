import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';

/**
 * Runs `start`, and returns with its result every route that was mounted meanwhile, such as `GET /signin`, and the options
 * of each.
 */
export async function recordRoutes<Value>(start: () => Promise<Value>): Promise<{
  readonly started: Value;
  readonly routes: ReadonlySet<string>;
  readonly configs: ReadonlyMap<string, FastifyContextConfig>;
}> {
  const options = new Map<string, RouteOptions>();
  // Fastify reports every server that is created; only the routes of the real one are read.
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route: RouteOptions) => {
      for (const one of [route.method].flat()) if (one !== 'HEAD') options.set(`${one} ${route.url}`, route);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    const started = await start();
    // Scopes add to the options of their routes after they were reported.
    const configs = new Map([...options].map(([route, { config = {} }]) => [route, config] as const));
    return { started, routes: new Set(options.keys()), configs };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
