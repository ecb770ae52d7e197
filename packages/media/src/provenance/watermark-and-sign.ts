import { type LeasedProvenance, ok, type Result } from '@kinora/contract';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import { type Provenance, signPng } from './credentials/sign-png.ts';
import type { CredentialSigner } from './credentials/signer.ts';
import type { WatermarkThread } from './start-watermark-thread.ts';

const SERVICE = { name: 'Kinora', version: '1' };

/** The engine that rendered an image. */
export type RenderingEngine = Provenance['softwareAgent'] & Pick<Provenance, 'origin'>;

/**
 * The image watermarked and then signed: the same bytes for the same input, on the server and in a worker. For a file that is not an image
 * the problem is a sentence with the reason.
 */
export async function watermarkAndSign(
  image: Uint8Array | Pixels,
  provenance: LeasedProvenance,
  { name, version, origin }: RenderingEngine,
  { watermarkPng, sign }: Pick<WatermarkThread, 'watermarkPng'> & { readonly sign: CredentialSigner['sign'] },
): Promise<Result<Uint8Array, string>> {
  const chipKey = Buffer.from(provenance.chip_key, 'base64url');
  const watermarked = await watermarkPng(image, { payload: provenance.payload, chipKey });
  if (!watermarked.ok) return watermarked;
  const statements = { claimGenerator: SERVICE, softwareAgent: { name, version }, origin };
  const chain = provenance.certificates.map((der) => Buffer.from(der, 'base64'));
  return ok(await signPng(watermarked.value, statements, { kind: provenance.signature, chain, sign }));
}
