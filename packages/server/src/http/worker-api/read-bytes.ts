import { Readable } from 'node:stream';
import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { FastifyRequest } from 'fastify';
import { artifactTooLarge } from '../../attempt/ordered-artifact.ts';
import { RejectedBody, SEND_BYTES } from '../problem-handler.ts';

/**
 * The body of a request as a stream. Problem: `invalid_request` for a body that is not sent as bytes. Reading it throws
 * a `RejectedBody` after `maxBytes`: a parser that passes the stream on applies no limit, and a chunked upload has no
 * Content-Length.
 */
export function readBytes({ body }: FastifyRequest, maxBytes: number): Result<Readable, Problem> {
  if (body instanceof Readable) return ok(Readable.from(limitBytes(body, maxBytes)));
  return refused(invalidRequest([{ path: '', message: SEND_BYTES }]));
}

async function* limitBytes(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RejectedBody(invalidRequest([artifactTooLarge('', maxBytes)]));
    yield chunk;
  }
}
