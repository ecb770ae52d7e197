import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { sha256 } from '../../kernel/ids.ts';
import { downloadName, mimeOf } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { SIGNED_PREFIX, type UrlSigner } from '../../storage/signed-url.ts';
import { sendProblem } from '../problem-handler.ts';
import { hasCurrent } from '../request/conditional.ts';
import { sendBytes } from './send-bytes.ts';

export interface FileDependencies {
  readonly blobs: Blobs;
  readonly signer: UrlSigner;
  readonly clock: Clock;
}

/** GET and HEAD of signed download links, with single byte ranges so that players can seek. */
export function fileRoutes(server: FastifyInstance, { blobs, signer, clock }: FileDependencies): void {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = (request.params as { '*': string })['*'];
    const query = request.query as Record<string, unknown>;
    const isSigned = signer.verify(key, query, clock.now());
    const size = isSigned ? await blobs.size(key) : undefined;
    if (size === undefined) return invalidLink(reply);

    // The key of a blob has its attempt, so its content never changes.
    const etag = `"${sha256(key).toString('base64url')}"`;
    reply.headers({
      etag,
      'content-type': mimeOf(key),
      'content-disposition': `inline; filename="${downloadName(key)}"`,
      'accept-ranges': 'bytes',
      // A page that isolates itself (COEP) may show the result of its own job too.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=86400, immutable',
      'referrer-policy': 'no-referrer',
    });
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendBytes(request, reply, blobs, { key, size, etag });
  };
  // The HEAD route that Fastify derives from a GET would send a Content-Length of 0.
  server.route({ method: ['GET', 'HEAD'], url: `${SIGNED_PREFIX}*`, handler: send });
}

/** One response for a link that was altered, has expired or whose file is deleted. */
function invalidLink(reply: FastifyReply): FastifyReply {
  return sendProblem(
    reply,
    problem('not_found', 'This link is invalid or has expired; poll the job again for a new one.'),
  );
}
