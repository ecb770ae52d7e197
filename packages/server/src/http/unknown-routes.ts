import { type Problem, problem, statusOf } from '@kinora/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { opensPage, sendNotFoundPage } from './pages/error-pages.ts';
import { formatOf, isOfJobApi } from './problem-format.ts';
import { handleError, logProblem, problemOf, RejectedHead } from './problem-handler.ts';
import { type ProblemResponse, sendResponse } from './problem-response.ts';

/** The responses to what reaches no route, by its path. */
export interface UnknownRoutes {
  /** A route that the server has. */
  readonly know: (route: Pick<RouteOptions, 'url' | 'method'>) => void;
  /** 405 with the methods that the path has, or 404 if it has none. */
  respond(method: string, path: string): ProblemResponse;
  /** A request that cannot be read. */
  refuse(path: string, rejection: Problem): ProblemResponse;
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

export function createUnknownRoutes(): UnknownRoutes {
  const paths = new Map<string, KnownPath>();
  const methodsOf = (path: string): readonly string[] => {
    const known = [...paths.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(known.flatMap(({ methods }) => [...methods]))].sort();
  };
  return {
    know({ url, method }) {
      let known = paths.get(url);
      if (known === undefined) {
        known = { pattern: patternOf(url), methods: new Set() };
        paths.set(url, known);
      }
      for (const one of [method].flat()) known.methods.add(one);
    },
    respond(method, path) {
      const methods = methodsOf(path);
      // A route that serves files may not have the one that was asked for.
      if (methods.length === 0 || methods.includes(method)) {
        return formatOf(path, methods.length > 0)(notFound(method, path));
      }
      const allow = methods.join(', ');
      const message = `This address does not accept ${method}; use ${allow}. The reference is at /api/docs.`;
      const { headers, ...response } = formatOf(path, true)(problem('method_not_allowed', message));
      return { ...response, headers: { ...headers, allow } };
    },
    refuse: (path, rejection) => formatOf(path, methodsOf(path).length > 0)(rejection),
  };
}

/** Call it before any route is added. */
export function respondToUnknownRoutes(server: FastifyInstance, unknown: UnknownRoutes): void {
  server.addHook('onRoute', unknown.know);
  server.setNotFoundHandler((request, reply) => respondToUnknown(unknown, request, reply));
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!request.is404) return handleError(error, request, reply);
    // The body of a request that no route serves is not looked at.
    const rejection = logProblem(error, request);
    return statusOf(rejection.code) >= 500 || error instanceof RejectedHead
      ? sendResponse(reply, unknown.refuse(pathOf(request), rejection))
      : respondToUnknown(unknown, request, reply);
  });
}

/** Responds with a page where a person opened the address. */
function respondToUnknown(
  unknown: UnknownRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const response = unknown.respond(request.method, pathOf(request));
  if (response.status === 404 && opensPage(request)) return sendNotFoundPage(reply);
  return sendResponse(reply, response);
}

/** Responds to an address that cannot be decoded. */
export function respondToUndecodable(
  unknown: UnknownRoutes,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = pathOf(request);
  // GET /job/<id> has no status 400: an id that cannot be decoded is the id of no job.
  const rejection = isOfJobApi(path) ? notFound(request.method, path) : problemOf(error, request);
  return sendResponse(reply, unknown.refuse(path, rejection));
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

function notFound(method: string, path: string): Problem {
  const shown = path.split('/').map(redactSegment).join('/').slice(0, 200);
  return problem('not_found', `There is no ${method} ${shown}; the reference is at /api/docs.`);
}

const WORD = /^[A-Za-z][\w.-]{0,19}$/;

/** Keeps words, which show a misspelt path. Any other segment may be a key, a code or a card number. */
function redactSegment(segment: string): string {
  return segment === '' || WORD.test(segment) ? segment : '...';
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
