import { randomUUID } from 'node:crypto';
import { invalidRequest } from '@kinora/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { handleError, notFound, RejectedBody } from './problem-handler.ts';
import { parseStrictJson } from './request/strict-json.ts';
import { sendUnreadableRequest } from './unreadable-request.ts';

const MIB = 1024 * 1024;
/** An image of 12 MiB is 16 MiB of base64, and the body has a prompt too. */
const BODY_LIMIT_BYTES = 24 * MIB;
const HEADERS_TIMEOUT_MS = 10_000;
/** A large body on a slow connection needs more time than the headers. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than the longest poll of a worker. */
const INACTIVITY_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_CONNECTIONS = 10_000;
/** Longer than any request line, so a job id of any length gets the 404 of its route. */
const MAX_PARAM_LENGTH = 16_384;

interface ServerOptions {
  readonly trustedProxies?: readonly string[];
  /** How long the headers may take to arrive. */
  readonly headersTimeoutMs?: number;
}

/**
 * A Fastify server with strict JSON parsing, problem responses and timeouts, and one route, /livez. X-Forwarded-For is
 * trusted only from `trustedProxies`, because any client can send one.
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
    connectionTimeout: INACTIVITY_MS,
    // Node checks the timeouts only this often.
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // By default the router rejects invalid percent-encoding in another format and before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      return handleError(error, request, reply) as never;
    },
    clientErrorHandler: sendUnreadableRequest,
    forceCloseConnections: 'idle',
  });
  server.server.maxConnections = MAX_CONNECTIONS;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      return done(new RejectedBody(invalidRequest([{ path: '', message: 'send the body uncompressed' }])));
    }
    const parsed = parseStrictJson(body as Buffer);
    if (parsed.ok) done(null, parsed.value);
    else done(new RejectedBody(parsed.problem));
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
