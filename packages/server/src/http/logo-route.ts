import type { FastifyInstance } from 'fastify';

/** The operator's, instead of the mark of the product. */
export interface Logo {
  /** Has a hash of its content, so that what it leads to never changes. */
  readonly path: string;
  readonly type: 'image/svg+xml' | 'image/png';
  readonly bytes: Buffer;
}

/** GET of the logo. An SVG that is opened by itself may run and load nothing. */
export function logoRoute(server: FastifyInstance, logo: Logo | undefined): void {
  if (logo === undefined) return;
  server.get(logo.path, async (_request, reply) =>
    reply
      .headers({
        'content-type': logo.type,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(logo.bytes),
  );
}
