import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { invalidField, problem } from '@kinora/contract';
import { errorCodes, type FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { RejectedBody } from '../problem-handler.ts';
import type { BodyBudget } from './body-budget.ts';
import { BODY_LIMIT_BYTES, bodyTimeMs } from './body-limits.ts';
import { createRequestValue } from './request-value.ts';

/** Each body may have this much outside the budget, so that a body without an image is never refused for others' images. */
const FREE_BYTES = BODY_LIMIT_BYTES;
const RETRY_SECONDS = 5;

interface Receipt {
  readonly budget: BodyBudget;
  readonly response: ServerResponse;
  release(): void;
}

const receipts = createRequestValue<Receipt>('receipt');

/** Called for every request before its body is read. */
export function expectBody(request: FastifyRequest, response: ServerResponse, budget: BodyBudget): void {
  receipts.set(request, { budget, response, release: () => {} });
}

/**
 * The whole body. Throws a `RejectedBody` or Fastify's error for a body above the limit of its route; the rest of the
 * body is then discarded as it arrives, so that a client that sends before it reads gets its response. The bytes count
 * towards the budget until the response has ended, or until `releaseBody`.
 */
export function receiveBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit;
  // No route reads it, and it must not delay the response.
  if (request.is404) {
    payload.resume();
    return Promise.resolve(Buffer.alloc(0));
  }
  return new Promise((resolve, reject) => {
    const hold = holdBytes(request);
    const chunks: Buffer[] = [];
    let received = 0;
    const timeMs = bodyTimeMs(limit);
    const late = setTimeout(() => refuse(tooSlow(timeMs)), timeMs).unref();
    const refuse = (error: Error) => {
      clearTimeout(late);
      chunks.length = 0;
      payload.off('data', receive).resume();
      hold.release();
      reject(error);
    };
    const receive = (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) refuse(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else if (!hold.take(received)) refuse(tooManyBodies());
      else chunks.push(chunk);
    };
    payload.on('error', (error) => refuse(Object.assign(error, { statusCode: 400 })));
    if (Number(request.headers['content-length']) > limit) {
      refuse(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    payload.on('data', receive);
    payload.on('end', () => {
      clearTimeout(late);
      resolve(concatInPieces(chunks, received));
    });
  });
}

/** Copied between two turns of other work; a whole body with an image takes 10 to 20 ms. */
const PIECE_BYTES = 2 ** 20;

async function concatInPieces(chunks: readonly Buffer[], length: number): Promise<Buffer> {
  if (length <= PIECE_BYTES) return Buffer.concat(chunks);
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let pause = PIECE_BYTES;
  for (const chunk of chunks) {
    if (at > pause) {
      await setImmediate();
      pause = at + PIECE_BYTES;
    }
    at += chunk.copy(whole, at);
  }
  return whole;
}

/** Forgets the body and its bytes while the request goes on, for a call that waits for its job. */
export function releaseBody(request: FastifyRequest): void {
  request.body = undefined;
  receipts.get(request)?.release();
}

/** Counts the bytes of one body towards the budget. */
function holdBytes(request: FastifyRequest): { take(received: number): boolean; release(): void } {
  const receipt = receipts.get(request);
  const network = networkOf(request.ip);
  let held = 0;
  const release = () => {
    receipt?.budget.release(network, held);
    held = 0;
  };
  if (receipt !== undefined) {
    receipt.release = release;
    receipt.response.once('close', release);
  }
  return {
    release,
    take(received) {
      const more = received - FREE_BYTES - held;
      if (more <= 0 || receipt === undefined) return true;
      if (!receipt.budget.take(network, more)) return false;
      held += more;
      return true;
    },
  };
}

function tooSlow(timeMs: number): RejectedBody {
  const seconds = Math.floor(timeMs / 1000);
  return new RejectedBody(
    invalidField('', `the body did not arrive within ${seconds} seconds; send it on a faster connection`),
  );
}

function tooManyBodies(): RejectedBody {
  const message = `The service is receiving too many images at the moment; nothing was charged. Retry in ${RETRY_SECONDS} seconds.`;
  return new RejectedBody({
    ...problem('workers_unavailable', message),
    retryAfterSeconds: RETRY_SECONDS,
  });
}
