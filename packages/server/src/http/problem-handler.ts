import { invalidRequest, type Problem, problem, retryAfterOf, statusOf } from '@kinora/contract';
import { NotBuilt } from '@kinora/program/built-file';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown, isDatabaseUnavailable } from '../db/database.ts';
import { BlobGone, StoreFull, StoreUnavailable } from '../storage/blobs.ts';
import { isForPerson, sendFaultPage } from './pages/error-pages.ts';
import { sendResponse, v1Format } from './problem-response.ts';
import { UPLOAD_LIMIT_BYTES } from './request/body-limits.ts';

/** `key`: a program with an API key, whose orders are charged. `pay_per_use`: one that reads or changes that setting. */
type OutageReader = 'key' | 'pay_per_use' | 'worker';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body of a route is a file, not JSON. */
    readonly takesBytes?: boolean;
    /** Who reads what an outage means here; without it a person, or a program of the job API. */
    readonly outageFor?: OutageReader;
  }
}

/** Says who reads what an outage means on the routes that are added next; a route may say otherwise. */
export function describeOutageFor(routes: FastifyInstance, outageFor: OutageReader): void {
  routes.addHook('onRoute', (route) => {
    route.config = { outageFor, ...route.config };
  });
}

/** Sends a problem in the format of the v1 interface. */
export function sendProblem(reply: FastifyReply, rejection: Problem): FastifyReply {
  return sendResponse(reply, v1Format(rejection));
}

const OF_A_FILE = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
];

/** An error while a file is read, before its first byte, is neither described nor encoded as the file. */
export function describeNoFile(reply: FastifyReply): void {
  for (const name of OF_A_FILE) {
    reply.removeHeader(name);
    // A stream has passed its headers on before it fails.
    reply.raw.removeHeader(name);
  }
}

/** Turns everything that is thrown into a response: a page for a person, or a problem in the format of v1. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const rejection = logProblem(error, request);
  const status = statusOf(rejection.code);
  // Only the operator is without a build, and needs the remedy.
  if (error instanceof NotBuilt) return sendProblem(reply, rejection);
  if (status < 500 || !isForPerson(request)) return sendProblem(reply, rejection);
  const seconds = retryAfterOf(rejection);
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return sendFaultPage(reply.code(status), request, seconds);
}

/** The problem that describes a thrown error, which the operator sees in the log. Only internal errors are logged as errors. */
export function logProblem(error: FastifyError, request: FastifyRequest): Problem {
  const rejection = problemOf(error, request);
  if (rejection.code === 'internal_error') request.log.error({ err: error }, 'request failed');
  else if (statusOf(rejection.code) >= 500) request.log.warn({ err: error }, 'request rejected temporarily');
  return rejection;
}

/** A problem thrown from a parser or a hook, which cannot return one. */
export class RejectedBody extends Error {
  readonly rejection: Problem;
  constructor(rejection: Problem) {
    super(rejection.message);
    this.rejection = rejection;
  }
}

/** A head that is refused whatever its path is. */
export class RejectedHead extends RejectedBody {}

/** The problem that describes a thrown error. */
export function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof RejectedBody) return error.rejection;
  // The error of a lost connection has the code that it would have if the connection to the database were lost.
  if (error === request.raw.errored)
    return bodyProblem('the connection was closed before the body had arrived');
  // Before the database: the network is the reason of either, and their errors have its codes.
  if (error instanceof StoreUnavailable) return storeProblem(error, request);
  if (isDatabaseUnavailable(error)) return unavailable(error, request);
  if (error instanceof NotBuilt) return problem('usage_unavailable', error.message);
  // The file was deleted between its look-up and its first byte.
  if (error instanceof BlobGone) return problem('not_found', 'There is no such file, or it was deleted.');
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyProblem(tooLarge(request.routeOptions.bodyLimit));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return bodyProblem(
        request.routeOptions.config.takesBytes
          ? SEND_BYTES
          : 'send the body as Content-Type: application/json',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return bodyProblem('the body does not have the length given in Content-Length');
    case 'FST_ERR_BAD_URL':
      return bodyProblem('the address is not percent-encoded UTF-8');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return bodyProblem(error.message);
  }
  return problem(
    'internal_error',
    'Something went wrong on our side; retry. The X-Request-Id header identifies this request.',
  );
}

/** The remedy for a body of another type on a route that takes a file. */
export const SEND_BYTES = 'send the bytes as Content-Type: application/octet-stream';

/** A worker keeps a result while it can still be stored. A call of a customer is repeated. */
function storeProblem(error: StoreUnavailable, request: FastifyRequest): Problem {
  const { method, routeOptions } = request;
  if (routeOptions.config.outageFor === 'worker') {
    return error instanceof StoreFull
      ? problem('store_full', 'The store is full; nothing can be stored until it has more room.')
      : problem('store_unavailable', 'The store cannot be reached; keep the result and send it again.');
  }
  if (method !== 'POST') return unavailable(error, request);
  if (routeOptions.bodyLimit === UPLOAD_LIMIT_BYTES) {
    return problem(
      'video_validation_unavailable',
      'The image cannot be stored right now; nothing was charged. Retry in a minute.',
    );
  }
  return problem(
    'workers_unavailable',
    'The store of the results cannot be used right now. Send the same request again in a minute; it is not charged twice.',
  );
}

function unavailable(error: Error, { method, routeOptions }: FastifyRequest): Problem {
  const { outageFor } = routeOptions.config;
  if (outageFor === 'pay_per_use') {
    return problem(
      'overage_temporarily_unavailable',
      'The pay-per-use settings cannot be read or changed right now; retry in a few seconds.',
    );
  }
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead) return problem('usage_unavailable', 'This cannot be read right now; retry in a few seconds.');
  // After a COMMIT without a response it is not known whether the job was charged.
  const isUnknown = error instanceof CommitUnknown;
  if (method === 'POST' && outageFor === 'key') {
    const message = isUnknown
      ? 'The balance cannot be checked right now, and it is not known whether the request was accepted. ' +
        'Retry with the same Idempotency-Key; an accepted request is charged only once.'
      : 'The balance cannot be checked right now; nothing was charged. Retry in a few seconds.';
    return problem('billing_verification_unavailable', message);
  }
  const message = isUnknown
    ? 'It is not known whether this was changed; look before you send it again.'
    : 'This cannot be changed right now, and nothing was; retry in a few seconds.';
  return outageFor === 'key' ? problem('usage_unavailable', message) : temporarily(message);
}

/** Answers the calls of people and workers, whom the codes of v1 would tell of a balance. */
function temporarily(message: string): Problem {
  return { ...problem('workers_unavailable', message), retryAfterSeconds: SOON_SECONDS };
}

const SOON_SECONDS = 5;

function tooLarge(limit: number): string {
  return limit === UPLOAD_LIMIT_BYTES
    ? 'the body is too large; an image may have 12 MiB before encoding'
    : `the body is too large; this call takes no image, and at most ${limit / 1024} KiB`;
}

function bodyProblem(message: string): Problem {
  return invalidRequest([{ path: '', message }]);
}
