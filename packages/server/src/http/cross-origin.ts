import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const DOWNLOADS = /^\/(media|files)\//;
const SIGN_IN = /^\/api\/auth\//;
const INTERFACES =
  /^\/(api(?!\/console\b)|v1|openai|generate|quote|jobs?|me|report|health|openapi(-3\.0)?\.json)(\/|\?|$)/;

const METHODS = 'GET, HEAD, POST, DELETE';
const REQUEST_HEADERS = [
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-API-Key, X-Service-Store',
  // What the openai package sends.
  'User-Agent, OpenAI-Organization, OpenAI-Project',
  ...['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout'].map(
    (name) => `X-Stainless-${name}`,
  ),
].join(', ');
/** All that a client may need besides Content-Type, Content-Length and Cache-Control, which every page may read. */
const RESPONSE_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Job-Id',
  'X-Price-Cents',
  'X-Request-Id',
  'X-Seed',
  'X-Should-Retry',
].join(', ');
/** How long a browser may cache the response to a preflight request, at most. */
const PREFLIGHT_SECONDS = '7200';

/**
 * Lets pages of other origins read responses (CORS), by path: of downloads any page, because anyone with the link may
 * download; of the interfaces and the sign-in routes the pages of `origins` only, and of the sign-in routes alone with
 * cookies. Everything else, such as the account pages and the worker interface, has no CORS headers.
 *
 * A hook for all routes, so that preflight requests need no routes and errors can be read too. It must be added before
 * hooks that authenticate, because a preflight request has no credentials.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  const allowed: ReadonlySet<string> = new Set(origins);
  server.addHook('onRequest', (request, reply, done) => {
    if (!grant(request, reply, allowed) || !isPreflight(request)) return done();
    reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    reply.code(204).send();
  });
}

/** Sets the headers with which the browser lets the page read the response. False if the page may not. */
function grant({ url, headers }: FastifyRequest, reply: FastifyReply, allowed: ReadonlySet<string>): boolean {
  if (DOWNLOADS.test(url)) {
    // It allows every origin and has no Vary, so that a cache keeps one response for all pages.
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', RESPONSE_HEADERS);
    return true;
  }
  const isSignIn = SIGN_IN.test(url);
  if (allowed.size === 0 || !(isSignIn || INTERFACES.test(url))) return false;
  reply.header('vary', 'Origin');
  const { origin } = headers;
  if (origin === undefined || !allowed.has(origin)) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', RESPONSE_HEADERS);
  if (isSignIn) reply.header('access-control-allow-credentials', 'true');
  return true;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
