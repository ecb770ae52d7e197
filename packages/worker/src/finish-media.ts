import type { Lease } from '@kinora/contract';
import { type Engine, type RenderedMedia, RenderFault, RenderRefused } from '@kinora/engine/engine';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { startWatermarkThread } from '@kinora/media/provenance/start-watermark-thread';
import { watermarkAndSign } from '@kinora/media/provenance/watermark-and-sign';
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

/**
 * Checks the output of the engine before it is uploaded. Watermarks and signs images if the lease has what that needs;
 * otherwise the server does it.
 */
export function createFinisher(
  engine: Pick<Engine, 'name' | 'version' | 'origin'>,
  /** Without it, there is no output check: the operator allows all content that the classifier distinguishes. */
  classifier: ImageClassifier | undefined,
): Finisher {
  const watermark = startWatermarkThread();

  async function check({ bytes, mime }: RenderedMedia, signal: AbortSignal): Promise<void> {
    if (classifier === undefined) return;
    const check = await checkOutput(bytes, mime, { classifier, signal });
    if (check.verdict === 'refused') throw new RenderRefused(check.category, check.reason);
    if (check.verdict === 'unavailable') {
      throw new RenderFault('the result cannot be classified', { cause: check.cause });
    }
  }

  return {
    async finish(media, lease, client, signal) {
      // The check runs while the image is watermarked; only an image that passed is signed.
      const checked = check(media, signal);
      const sign = async (bytes: Uint8Array) => {
        await checked;
        return client.sign(lease, bytes);
      };
      const { watermarkPng } = watermark;
      const [marked] = await Promise.all([
        lease.provenance && watermarkAndSign(media.bytes, lease.provenance, engine, { watermarkPng, sign }),
        checked,
      ]);
      if (marked === null) return media;
      if (!marked.ok) throw new RenderFault(`the image cannot be watermarked: ${marked.problem}`);
      return { ...media, bytes: marked.value };
    },
    async close() {
      await watermark.close();
      await classifier?.close();
    },
  };
}
