import type { Lease, LeasedProvenance } from '@kinora/contract';
import { type Engine, type RenderedMedia, RenderFault, RenderRefused } from '@kinora/engine/engine';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { signPng } from '@kinora/media/provenance/credentials/sign-png';
import { startWatermarkThread } from '@kinora/media/provenance/start-watermark-thread';
import { checkOutput } from '@kinora/video/check-output';
import type { LeaseClient } from './lease-client.ts';

export type FinishMedia = (
  media: RenderedMedia,
  lease: Lease,
  client: LeaseClient,
  signal: AbortSignal,
) => Promise<RenderedMedia>;

export interface Finisher {
  /** Rejects with `RenderRefused`, or with a `RenderFault` for what could not be classified or watermarked. */
  readonly finish: FinishMedia;
  close(): Promise<void>;
}

const SERVICE = { name: 'Kinora', version: '1' };

/** Checks the output of the engine, watermarks images and signs them, before they are uploaded. */
export function createFinisher(
  engine: Pick<Engine, 'name' | 'version' | 'origin'>,
  /** Without it, there is no output check: the operator allows all content that the classifier distinguishes. */
  classifier: ImageClassifier | undefined,
): Finisher {
  const watermark = startWatermarkThread();

  async function watermarkAndSign(
    png: Uint8Array,
    lease: Lease,
    provenance: LeasedProvenance,
    client: LeaseClient,
  ) {
    const chipKey = Buffer.from(provenance.chip_key, 'base64url');
    const watermarked = await watermark.watermarkPng(png, { payload: provenance.payload, chipKey });
    if (!watermarked.ok) throw new RenderFault(`the image cannot be watermarked: ${watermarked.problem}`);
    return signPng(
      watermarked.value,
      {
        claimGenerator: SERVICE,
        softwareAgent: { name: engine.name, version: engine.version },
        origin: engine.origin,
      },
      {
        kind: provenance.signature,
        chain: provenance.certificates.map((der) => Buffer.from(der, 'base64')),
        sign: (bytes) => client.sign(lease, bytes),
      },
    );
  }

  return {
    async finish(media, lease, client, signal) {
      if (classifier !== undefined) {
        const check = await checkOutput(media.bytes, media.mime, { classifier, signal });
        if (check.verdict === 'refused') throw new RenderRefused(check.category, check.reason);
        if (check.verdict === 'unavailable') {
          throw new RenderFault('the result cannot be classified', { cause: check.cause });
        }
      }
      if (lease.provenance === null) return media;
      return { ...media, bytes: await watermarkAndSign(media.bytes, lease, lease.provenance, client) };
    },
    async close() {
      await watermark.close();
      await classifier?.close();
    },
  };
}
