import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FindAsset, MEDIA_PREFIX, mediaPath } from '../../jobs/views/published-asset.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/ids.ts';
import { mimeOf } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { sendProblem } from '../problem-handler.ts';
import { hasCurrent } from '../request/conditional.ts';
import { sendBytes } from './send-bytes.ts';

/** How long caches may serve a result, or its preview, without asking whether it is still shown. */
export const MAX_AGE_SECONDS = 60;

export interface MediaDependencies {
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly findAsset: FindAsset;
}

/**
 * GET and HEAD of results by their public name, with single byte ranges. This server sends the bytes even if the store
 * can presign links, because a presigned link would stay valid after a deletion.
 */
export function mediaRoutes(server: FastifyInstance, { blobs, clock, findAsset }: MediaDependencies): void {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const name = (request.params as { '*': string })['*'];
    const assetId = readId(name.slice(0, name.lastIndexOf('.')));
    const asset = assetId === undefined ? undefined : await findAsset(assetId);
    if (
      assetId === undefined ||
      asset === undefined ||
      mediaPath(assetId, asset.key) !== MEDIA_PREFIX + name
    ) {
      return notFound(reply);
    }
    const etag = `"${assetId}"`;
    const { expiresAt } = asset;
    const secondsLeft =
      expiresAt === undefined
        ? MAX_AGE_SECONDS
        : Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
    const maxAge = Math.max(0, Math.min(MAX_AGE_SECONDS, secondsLeft));
    reply.headers({
      etag,
      // The content of a name never changes, but it may be hidden or deleted at any time.
      'cache-control': `public, max-age=${maxAge}, must-revalidate`,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const size = await blobs.size(asset.key);
    if (size === undefined) return notFound(reply);
    reply.headers({
      'content-type': mimeOf(asset.key),
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    });
    return sendBytes(request, reply, blobs, { key: asset.key, size, etag });
  };
  // The HEAD route that Fastify derives from a GET would send a Content-Length of 0.
  server.route({ method: ['GET', 'HEAD'], url: `${MEDIA_PREFIX}*`, handler: send });
}

/** One response for a file that never existed, is deleted, or is hidden until its report is resolved. */
function notFound(reply: FastifyReply): FastifyReply {
  for (const name of ['etag', 'cross-origin-resource-policy']) reply.removeHeader(name);
  return sendProblem(reply, problem('not_found', 'There is no such file, or it was deleted.'));
}
