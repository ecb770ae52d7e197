import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Readable } from 'node:stream';
import { invalidField, invalidRequest, type ServiceIdentity } from '@kinora/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { readDefaultCatalogue } from '../catalogue/default-catalogue.ts';
import { commonHeaders } from './common-headers.ts';
import { limitConnections } from './connections/limit-connections.ts';
import { lingerOnClose } from './connections/lingering-close.ts';
import { trustedPeers } from './connections/peers.ts';
import { warnOfProxies } from './connections/warn-of-proxies.ts';
import { describeNoFile, RejectedBody, RejectedHead } from './problem-handler.ts';
import { type BodyBudget, createBodyBudget } from './request/body-budget.ts';
import { BODY_LIMIT_BYTES, bodyTimeMs, UPLOAD_LIMIT_BYTES } from './request/body-limits.ts';
import { hostInTarget, originForm } from './request/origin-form.ts';
import { expectBody, receiveBody } from './request/receive-body.ts';
import { parseStrictJson } from './request/strict-json.ts';
import { decorateIdentity } from './service-identity.ts';
import { isDraining } from './stop-server.ts';
import { createUnknownRoutes, respondToUndecodable, respondToUnknownRoutes } from './unknown-routes.ts';
import { refuseTunnels, sendUnreadableRequest } from './unreadable-request.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** The time for the largest upload. A route that takes less waits less (`receive-body.ts`). */
const REQUEST_TIMEOUT_MS = bodyTimeMs(UPLOAD_LIMIT_BYTES);
/** Longer than the longest poll of a worker. */
const INACTIVITY_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_CONNECTIONS = 10_000;
/** A tenth, so that one address cannot take them all. */
const MAX_CONNECTIONS_PER_NETWORK = 1_000;
/** Longer than any request line, so a job id of any length gets the 404 of its route. */
const MAX_PARAM_LENGTH = 16_384;

interface ServerOptions {
  readonly trustedProxies?: readonly string[];
  /** Whether clients reach the service by https, at a proxy. */
  readonly isHttps?: boolean;
  readonly connectionsPerNetwork?: number;
  readonly bodyBudget?: BodyBudget;
  /** How long the headers may take to arrive. */
  readonly headersTimeoutMs?: number;
  /** What the pages call the service; by default as a new installation does. */
  readonly identity?: () => ServiceIdentity;
  /** The path of the operator's logo. */
  readonly logo?: string | undefined;
}

/**
 * A Fastify server with strict JSON parsing, problem responses, timeouts, limits on bodies and connections, and the
 * routes /livez and /readyz. X-Forwarded-For is trusted only from `trustedProxies`, because any client can send one.
 */
export function createHttpServer(
  logger: FastifyBaseLogger,
  {
    trustedProxies = [],
    isHttps = false,
    connectionsPerNetwork = MAX_CONNECTIONS_PER_NETWORK,
    bodyBudget = createBodyBudget(),
    headersTimeoutMs = HEADERS_TIMEOUT_MS,
    identity = () => readDefaultCatalogue().document.service,
    logo,
  }: ServerOptions = {},
): FastifyInstance {
  const headers = commonHeaders(isHttps);
  const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-request-id', request.id).headers(headers);
  };
  const unknown = createUnknownRoutes();
  const server = fastify({
    loggerInstance: logger,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: INACTIVITY_MS,
    http: {
      headersTimeout: headersTimeoutMs,
      // Node checks the timeouts only this often.
      connectionsCheckingInterval: 2_000,
      // Node would refuse a request without Host by a response that has neither a body nor an id.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    rewriteUrl: originForm,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // By default the router rejects invalid percent-encoding in another format and before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      return respondToUndecodable(unknown, error, request, reply) as never;
    },
    clientErrorHandler: (error, socket) => sendUnreadableRequest(error, socket, unknown, isHttps),
    forceCloseConnections: 'idle',
  });
  decorateIdentity(server, identity, logo ?? null);
  const isTrusted = trustedPeers(trustedProxies);
  server.server.maxConnections = MAX_CONNECTIONS;
  limitConnections(server.server, {
    perNetwork: connectionsPerNetwork,
    isTrusted,
    isHttps,
    onLimit: (network) =>
      logger.warn(
        { network, limit: connectionsPerNetwork },
        'a network has too many connections; more are refused',
      ),
  });
  lingerOnClose(server.server);
  ignoreExpectations(server.server);
  refuseTunnels(server.server, unknown, isHttps);

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (request.headers['content-encoding'] !== undefined) {
      throw new RejectedBody(invalidRequest([{ path: '', message: 'send the body uncompressed' }]));
    }
    const parsed = parseStrictJson(await receiveBody(request, payload));
    if (parsed.ok) return parsed.value;
    throw new RejectedBody(parsed.problem);
  });

  const warnOfProxy = warnOfProxies(isTrusted);
  // Hooks of every request do not return a promise when they have nothing to wait for.
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    requireHost(request);
    warnOfProxy(request);
    expectBody(request, reply.raw, bodyBudget);
    done();
  });
  // When the response is sent, because the server may have begun to stop while the request was in progress.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining(server)) reply.header('connection', 'close');
    done();
  });
  server.addHook('onError', (_request, reply, _error, done) => {
    describeNoFile(reply);
    done();
  });
  respondToUnknownRoutes(server, unknown);
  livenessRoutes(server);
  return server;
}

/** Process managers and load balancers read it: a server that stops still serves, but should get no new connections. */
function livenessRoutes(server: FastifyInstance): void {
  server.get('/livez', async (_request, reply) => reply.type('text/plain').send('ok\n'));
  server.get('/readyz', async (_request, reply) =>
    isDraining(server)
      ? reply.code(503).header('retry-after', '1').type('text/plain').send('stopping\n')
      : reply.type('text/plain').send('ok\n'),
  );
}

/** Expectations other than 100-continue mean nothing here; Node would refuse them by a response without a body or an id. */
function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Node keeps the first of two Host headers; a proxy in front may have chosen a server by the second, or by the address that
 * the request has in place of a path.
 */
function requireHost({ headers, raw, originalUrl }: FastifyRequest): void {
  const isHost = (text: string, at: number) =>
    at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  if (raw.rawHeaders.filter(isHost).length > 1)
    throw new RejectedHead(invalidField('', 'send one Host header'));
  const host = hostInTarget(originalUrl);
  if (host !== undefined && host.toLowerCase() !== headers.host?.toLowerCase())
    throw new RejectedHead(invalidField('', 'send the host of the address in the Host header too'));
  if (headers.host !== undefined || raw.httpVersion === '1.0') return;
  throw new RejectedHead(invalidField('', 'send a Host header'));
}
