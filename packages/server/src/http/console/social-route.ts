import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { type SocialWork, socialWorks } from '../../jobs/works/social-works.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { hasCurrent } from '../request/conditional.ts';
import { identityOf } from '../service-identity.ts';

/** Where the picture is that sites show beside a link to the service. */
export const SOCIAL_PICTURE = '/social.png';

const ACCENT = '#b3440f';
const MAX_AGE_SECONDS = 300;

interface Made {
  readonly of: string;
  readonly png: Promise<Uint8Array>;
}

/**
 * GET /social.png: the name of the service and its newest works. It is drawn once for what it shows, by whatever asks first, and
 * kept in memory; a work that is hidden or withdrawn is not in the next response. Pages only link to it.
 */
export function socialRoute(
  server: FastifyInstance,
  { database, blobs }: { readonly database: Database; readonly blobs: Blobs },
): void {
  let last: Made | undefined;
  server.get(SOCIAL_PICTURE, async (request, reply) => {
    const { name, accent: ofOperator } = identityOf(reply);
    const accent = ofOperator ?? ACCENT;
    const works = await socialWorks(database);
    const of = sha256(JSON.stringify([name, accent, works.map(({ id }) => id)])).toString('base64url');
    if (last?.of !== of) last = { of, png: draw(blobs, { name, accent }, works) };
    const drawn = last;
    drawn.png.catch(() => {
      if (last === drawn) last = undefined;
    });
    const etag = `"${of}"`;
    const png = await drawn.png;
    reply.headers({ etag, 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` });
    if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/png').send(png);
  });
}

async function draw(
  blobs: Blobs,
  look: { readonly name: string; readonly accent: string },
  works: readonly SocialWork[],
): Promise<Uint8Array> {
  // It is loaded when it is needed: most requests draw nothing.
  const { socialPicture } = await import('@kinora/media/social-picture');
  const read = await Promise.allSettled(works.map(({ previewKey }) => buffer(blobs.read(previewKey))));
  const pictures = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return socialPicture({ ...look, works: pictures });
}
