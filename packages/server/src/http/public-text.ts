import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasCurrent } from './request/conditional.ts';

/**
 * A text that is the same for everybody and does not change while the server runs. What depends on the caller must not be
 * sent compressed, since the length would tell others of its secrets.
 */
export interface PublicText {
  readonly text: string;
  readonly hash: string;
  /** Compressed once, when it is first asked for. */
  readonly compressed: (encoding: Encoding) => Promise<Buffer>;
}

type Encoding = 'br' | 'gzip';

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 9 }),
} as const;

export function publicText(text: string): PublicText {
  const versions = new Map<Encoding, Promise<Buffer>>();
  return {
    text,
    hash: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    compressed(encoding) {
      const version = versions.get(encoding) ?? compress[encoding](text);
      versions.set(encoding, version);
      return version;
    },
  };
}

/** Sends it as the client accepts it, or 304 if the client has this version. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, hash, compressed }: PublicText,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // Each encoding has other bytes, so it has a tag of its own.
  const etag = encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`;
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined).join(', ');
  reply.headers({ etag, vary, 'cache-control': 'no-cache' });
  if (hasCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding === undefined) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compressed(encoding));
}

/** The smaller encoding of those that the client names, whatever it prefers; without a name, none. */
function encodingFor(accepted: string | readonly string[] = ''): Encoding | undefined {
  const named = String(accepted)
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
    .map((item) => item.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding));
}
