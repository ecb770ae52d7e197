import type { LeasedProvenance } from '@kinora/contract';
import type { CredentialSigner } from './credentials/signer.ts';
import { chipKeyOf, makePayload, makeTag } from './payload.ts';

/** What the server derives from its secrets, so that workers can watermark and sign images. */
export interface ProvenanceIssuer {
  /** The tag of the watermark of an image with `subject`; seven hexadecimal digits. */
  tagOf(subject: string): string;
  issue(tag: string): LeasedProvenance;
  /** The raw signature of the bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export function createProvenanceIssuer(
  watermark: { readonly key: string; readonly version: number },
  signer: CredentialSigner,
): ProvenanceIssuer {
  const shared = {
    chip_key: Buffer.from(chipKeyOf(watermark.key)).toString('base64url'),
    signature: signer.kind,
    certificates: signer.chain.map((der) => Buffer.from(der).toString('base64')),
  };
  return {
    tagOf: (subject) => makeTag(watermark.key, subject),
    issue: (tag) => ({ payload: makePayload(watermark.key, watermark.version, tag), ...shared }),
    sign: (bytes) => signer.sign(bytes),
  };
}
