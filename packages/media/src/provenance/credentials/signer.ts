import { sign } from 'node:crypto';
import type { SignatureKind, SigningCredentials } from './read-credentials.ts';

/**
 * Signs a manifest. The private key may be elsewhere: a worker that renders on another machine has the certificates,
 * which are public and in every file anyway, and gets signatures from the server.
 */
export interface CredentialSigner {
  readonly kind: SignatureKind;
  /** Certificates as DER: the signer's own, then those between it and the root, without the root. */
  readonly chain: readonly Uint8Array[];
  /** The raw signature of the bytes: 64 bytes, 96 for ES384. Never DER. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Signs with a key that is in this process. */
export function createLocalSigner({ kind, chain, key }: SigningCredentials): CredentialSigner {
  const digest = { EdDSA: null, ES256: 'sha256', ES384: 'sha384' }[kind];
  return {
    kind,
    chain,
    sign: async (bytes) => new Uint8Array(sign(digest, bytes, { key, dsaEncoding: 'ieee-p1363' })),
  };
}
