import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Blobs, ByteRange } from '../../storage/blobs.ts';
import { isMatched, rangeApplies } from '../request/conditional.ts';

interface SentBlob {
  readonly key: string;
  /** The number of bytes. */
  readonly size: number;
  /** A strong entity tag. */
  readonly etag: string;
}

/**
 * Sends a blob, or its requested range, in response to GET or HEAD: 412 if it is not the one that If-Match names, 416 if the
 * range is beyond its end.
 */
export function sendBytes(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  { key, size, etag }: SentBlob,
): FastifyReply {
  if (!isMatched(headers['if-match'], etag)) return withoutFile(reply.code(412)).send();
  const range = rangeApplies(headers['if-range'], etag) ? parseRange(headers.range, size) : undefined;
  if (range === 'unsatisfiable')
    return withoutFile(reply.code(416).header('content-range', `bytes */${size}`)).send();
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  }
  reply.header('content-length', range === undefined ? size : range.last - range.first + 1);
  return method === 'HEAD' ? reply.send() : reply.send(blobs.read(key, range));
}

/** A response that is not the file must be neither cached nor described as the file. */
function withoutFile(reply: FastifyReply): FastifyReply {
  for (const name of ['content-type', 'content-disposition']) reply.removeHeader(name);
  return reply.header('cache-control', 'no-store');
}

/** One range of RFC 9110; undefined for several ranges or another unit, which the RFC permits ignoring. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return undefined;
  const [, from, to] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
