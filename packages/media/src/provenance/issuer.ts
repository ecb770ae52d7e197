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

interface WatermarkKey {
  readonly key: string;
  readonly version: number;
}

/** `readKey` returns the key that marks now: a rotation needs no restart. */
export function createProvenanceIssuer(
  readKey: () => WatermarkKey,
  signer: CredentialSigner,
): ProvenanceIssuer {
  const shared = {
    signature: signer.kind,
    certificates: signer.chain.map((der) => Buffer.from(der).toString('base64')),
  };
  return {
    tagOf: (subject) => makeTag(readKey().key, subject),
    issue(tag) {
      const { key, version } = readKey();
      const chipKey = Buffer.from(chipKeyOf(key)).toString('base64url');
      return { payload: makePayload(key, version, tag), chip_key: chipKey, ...shared };
    },
    sign: (bytes) => signer.sign(bytes),
  };
}
