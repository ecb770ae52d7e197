import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, StartSpan } from '../kernel/span.ts';
import { createRequestValue } from './request/request-value.ts';

/** The routes that order jobs, in all three interfaces and in the studio. */
const ORDERS =
  /(\/v1\/(images|videos)|^(\/api)?)\/generate$|\/openai\/v1\/(images\/generations|videos)$|\/studio\/orders$/;

/** The span of each request that is traced. */
const spans = createRequestValue<Span>('span');

/** The trace context of the jobs that a request orders; undefined if it is not traced. */
export function traceparentOf(request: FastifyRequest): string | undefined {
  return spans.get(request)?.traceparent;
}

/** Begins a span with each request that orders jobs. It goes on with the trace of the caller, if there is one. */
export function traceOrders(server: FastifyInstance, startSpan: StartSpan): void {
  server.addHook('onRequest', async (request) => {
    const { method, headers } = request;
    const route = request.routeOptions.url ?? '';
    if (method !== 'POST' || !ORDERS.test(route)) return;
    const { traceparent } = headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    const attributes = { 'http.request.method': method, 'http.route': route };
    spans.set(request, startSpan(`${method} ${route}`, { parent, kind: 'server', attributes }));
  });
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode, 'kinora.request_id': request.id });
    if (reply.statusCode >= 500) span?.fail(`status ${reply.statusCode}`);
    span?.end();
  });
}
