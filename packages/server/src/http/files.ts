import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import { downloadName, mimeOf } from '../storage/blob-keys.ts';
import type { Blobs, ByteRange } from '../storage/blobs.ts';
import { SIGNED_PREFIX, type UrlSigner } from '../storage/signed-url.ts';
import { sendProblem } from './problem-handler.ts';

interface FileDependencies {
  readonly blobs: Blobs;
  readonly signer: UrlSigner;
  readonly clock: Clock;
}

/** GET and HEAD of signed download links, with single byte ranges so that players can seek. */
export function fileRoutes(server: FastifyInstance, { blobs, signer, clock }: FileDependencies): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = (request.params as { '*': string })['*'];
    const query = request.query as Record<string, unknown>;
    const isSigned = signer.verify(key, query, clock.now());
    const size = isSigned ? await blobs.size(key) : undefined;
    if (size === undefined) return linkRefused(reply);

    reply.headers({
      'content-type': mimeOf(key),
      'content-disposition': `inline; filename="${downloadName(key)}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=86400, immutable',
      'referrer-policy': 'no-referrer',
    });
    return sendBytes(request, reply, blobs, key, size);
  };
  // The HEAD route that the framework derives from a GET would say that there are 0 bytes.
  server.route({ method: ['GET', 'HEAD'], url: `${SIGNED_PREFIX}*`, handler: answer });
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: Blobs,
  key: string,
  size: number,
): FastifyReply {
  const range = parseRange(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  }
  reply.header('content-length', range === undefined ? size : range.last - range.first + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(blobs.read(key, range));
}

/** A link that was altered, has expired or whose bytes are gone: one answer for all. */
function linkRefused(reply: FastifyReply): FastifyReply {
  return sendProblem(
    reply,
    problem('not_found', 'This link is not valid or no longer valid; poll the job again for a fresh one.'),
  );
}

/** One range of RFC 9110. Several ranges, or a form we do not know, are answered whole, as the RFC allows. */
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
