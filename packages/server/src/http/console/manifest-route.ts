import type { FastifyInstance } from 'fastify';
import { iconAddress, identityOf } from '../service-identity.ts';

/** Where a phone learns how to keep the studio on its home screen. An iPhone lets only what is kept there notify. */
export const MANIFEST = '/manifest.webmanifest';

const MAX_AGE_SECONDS = 300;

export function manifestRoute(server: FastifyInstance): void {
  server.get(MANIFEST, async (_request, reply) => {
    const service = identityOf(reply);
    reply.headers({
      'content-type': 'application/manifest+json',
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    });
    return reply.send(
      JSON.stringify({
        name: service.name,
        id: '/studio',
        start_url: '/studio',
        scope: '/',
        display: 'standalone',
        icons: [{ src: iconAddress(service), sizes: 'any' }],
      }),
    );
  });
}
