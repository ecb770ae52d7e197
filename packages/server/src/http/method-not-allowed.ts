import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { opensPage, sendNotFoundPage } from './pages/error-pages.ts';
import { senderOf } from './problem-format.ts';
import { notFound } from './problem-handler.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Responds to requests that no route serves: 405 with the methods that the path has, or 404 if it has none, as a page
 * where a person opened it. Call it before any route is added.
 */
export function respondToUnknownRoutes(server: FastifyInstance): void {
  const paths = new Map<string, KnownPath>();
  server.addHook('onRoute', ({ url, method }) => {
    let known = paths.get(url);
    if (known === undefined) {
      known = { pattern: patternOf(url), methods: new Set() };
      paths.set(url, known);
    }
    for (const one of [method].flat()) known.methods.add(one);
  });
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const known = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const allowed = new Set(known.flatMap(({ methods }) => [...methods]));
    // A route that serves files may not have the one that was asked for.
    if (allowed.size > 0 && !allowed.has(request.method))
      return methodNotAllowed(request, reply, path, allowed);
    if (opensPage(request)) return sendNotFoundPage(reply);
    return notFound(request, reply, senderOf(path));
  });
}

function methodNotAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  allowed: ReadonlySet<string>,
): FastifyReply {
  const methods = [...allowed].sort().join(', ');
  reply.header('allow', methods);
  const message = `This address does not accept ${request.method}; use ${methods}. The reference is at /api/docs.`;
  return senderOf(path)(reply, problem('method_not_allowed', message));
}

/** What the router accepts for a route such as `/v1/jobs/:jobId` or `/media/*`. */
function patternOf(url: string): RegExp {
  const parts = url
    .split(/(:\w+|\*)/)
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^${parts.join('')}$`);
}
