import { createHash } from 'node:crypto';

/** The headers in which servers and stores announce a digest of their response, and how it is written there. */
const ANNOUNCED: readonly (readonly [header: string, pattern: RegExp, algorithm: string])[] = [
  ['content-digest', /\bsha-256=:([^:]+):/i, 'sha256'],
  ['repr-digest', /\bsha-256=:([^:]+):/i, 'sha256'],
  ['digest', /\bsha-256=([\w+/]+=*)/i, 'sha256'],
  ['content-md5', /^([\w+/]+=*)$/, 'md5'],
  ['x-goog-hash', /\bmd5=([\w+/]+=*)/i, 'md5'],
];

/** The header whose digest the bytes do not have; undefined if all have theirs, or none is announced. */
export function brokenDigest(
  headers: { get(name: string): string | null },
  bytes: Uint8Array,
): string | undefined {
  // The digest may be that of the encoded bytes.
  if (headers.get('content-encoding') !== null) return undefined;
  const broken = ANNOUNCED.find(([header, pattern, algorithm]) => {
    const [, digest] = pattern.exec(headers.get(header) ?? '') ?? [];
    return digest !== undefined && digest !== createHash(algorithm).update(bytes).digest('base64');
  });
  return broken?.[0];
}
