import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';

/** For routes whose images are not what a test is about. */
export const noProvenance: ProvenanceIssuer = {
  tagOf: () => '0000000',
  issue: () => ({ payload: '0'.repeat(16), chip_key: 'AA', signature: 'EdDSA', certificates: ['AA=='] }),
  sign: async () => new Uint8Array(64),
};
