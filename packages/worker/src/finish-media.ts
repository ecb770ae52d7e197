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
      const sign = (bytes: Uint8Array) => client.sign(lease, bytes);
      const { watermarkPng } = watermark;
      const marked = await watermarkAndSign(media.bytes, lease.provenance, engine, { watermarkPng, sign });
      if (!marked.ok) throw new RenderFault(`the image cannot be watermarked: ${marked.problem}`);
      return { ...media, bytes: marked.value };
    },
    async close() {
      await watermark.close();
      await classifier?.close();
    },
  };
}
