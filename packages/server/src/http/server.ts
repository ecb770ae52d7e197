import { randomUUID } from 'node:crypto';
import { invalidRequest } from '@kinora/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { handleError, notFound, RefusedBody } from './problem-handler.ts';
import { parseStrictJson } from './request/strict-json.ts';
import { answerUnreadable } from './unreadable-request.ts';

const MIB = 1024 * 1024;
/** 12 MiB of picture is 16 MiB of base64, and there is a prompt beside it. */
const BODY_LIMIT_BYTES = 24 * MIB;
const HEADERS_TIMEOUT_MS = 10_000;
/** A large body on a slow line takes its time; half a header does not. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than the longest poll of a worker. */
const SILENCE_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_CONNECTIONS = 10_000;
/** No request line is longer, so a job id of any length gets the 404 of its route. */
const MAX_PARAM_LENGTH = 16_384;

interface ServerOptions {
  readonly trustedProxies?: readonly string[];
  /** How long a header may take to come in. */
  readonly headersTimeoutMs?: number;
}

/**
 * A Fastify server with our body parser, problem shapes and timeouts, and no routes. X-Forwarded-For is
 * believed from `trustedProxies` alone: anybody can write one.
 */
export function createHttpServer(
  logger: FastifyBaseLogger,
  { trustedProxies = [], headersTimeoutMs = HEADERS_TIMEOUT_MS }: ServerOptions = {},
): FastifyInstance {
  const server = fastify({
    loggerInstance: logger,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: SILENCE_MS,
    // Node looks at the timeouts only this often.
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // The default router answers a bad percent-encoding with a shape of its own, and before any hook.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      return handleError(error, request, reply) as never;
    },
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
  });
  server.server.maxConnections = MAX_CONNECTIONS;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      return done(new RefusedBody(invalidRequest([{ path: '', message: 'send the body uncompressed' }])));
    }
    const parsed = parseStrictJson(body as Buffer);
    if (parsed.ok) done(null, parsed.value);
    else done(new RefusedBody(parsed.problem));
  });

  server.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply));
  server.setErrorHandler(handleError);
  server.setNotFoundHandler(notFound);
  server.get('/livez', async (_request, reply) => reply.type('text/plain').send('ok\n'));
  return server;
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
}
