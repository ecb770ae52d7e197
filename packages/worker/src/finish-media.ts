import type { Lease, LeasedProvenance } from '@kinora/contract';
import {
  type Engine,
  type RenderedFile,
  type RenderedMedia,
  RenderFault,
  RenderRefused,
} from '@kinora/engine/engine';
import { checkImage } from '@kinora/media/classifier/check-image';
import type { ContentCheck, ContentCheckOptions } from '@kinora/media/classifier/check-views';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { encodePng } from '@kinora/media/encode-png';
import { decodeImage } from '@kinora/media/provenance/decode-image';
import { startWatermarkThread } from '@kinora/media/provenance/start-watermark-thread';
import { watermarkAndSign } from '@kinora/media/provenance/watermark-and-sign';
import { checkOutput } from '@kinora/video/check-output';
import { assertDecodes } from '@kinora/video/video-views';
import type { LeaseClient } from './lease-client.ts';

export type FinishMedia = (
  media: RenderedMedia,
  lease: Lease,
  client: LeaseClient,
  signal: AbortSignal,
) => Promise<RenderedFile>;

export interface Finisher {
  /** Rejects with `RenderRefused`, or with a `RenderFault` for what could not be classified or watermarked. */
  readonly finish: FinishMedia;
  close(): Promise<void>;
}

/**
 * Checks the output of the engine before it is uploaded. Watermarks and signs images if the lease has what that needs;
 * otherwise the server does it. An image is decoded once and encoded once.
 */
export function createFinisher(
  engine: Pick<Engine, 'name' | 'version' | 'origin'>,
  /** Without it, there is no output check: the operator allows all content that the classifier distinguishes. */
  classifier: ImageClassifier | undefined,
): Finisher {
  const watermark = startWatermarkThread();

  /** Rejects unless the media may be delivered. */
  async function check(
    classify: (options: ContentCheckOptions) => Promise<ContentCheck>,
    signal: AbortSignal,
  ): Promise<void> {
    if (classifier === undefined) return;
    const check = await classify({ classifier, signal });
    if (check.verdict === 'refused') throw new RenderRefused(check.category, check.reason);
    if (check.verdict === 'unavailable') {
      throw new RenderFault('the result cannot be classified', { cause: check.cause });
    }
  }

  return {
    async finish(media, lease, client, signal) {
      const { provenance } = lease;
      if ('bytes' in media && (media.mime === 'video/mp4' || provenance === null)) {
        await check((options) => checkOutput(media.bytes, media.mime, options), signal);
        // A video is decoded by its check, and without one here: its packets may be those of an external renderer.
        if (classifier === undefined && media.mime === 'video/mp4') await assertDecodes(media.bytes);
        return media;
      }
      const image = 'bytes' in media ? await decode(media.bytes) : media;
      // The check runs while the image is watermarked and encoded; only an image that passed is signed.
      const checked = check((options) => checkImage(image, 'generated', options), signal);
      const sign = async (bytes: Uint8Array) => {
        await checked;
        return client.sign(lease, bytes);
      };
      const mark = async (parameters: LeasedProvenance) => {
        const { watermarkPng } = watermark;
        const marked = await watermarkAndSign(image, parameters, engine, { watermarkPng, sign });
        if (!marked.ok) throw notMarked(marked.problem);
        return marked.value;
      };
      const [bytes] = await Promise.all([provenance === null ? encodePng(image) : mark(provenance), checked]);
      return { bytes, mime: 'image/png', width: media.width, height: media.height };
    },
    async close() {
      await watermark.close();
      await classifier?.close();
    },
  };
}

async function decode(bytes: Uint8Array) {
  const decoded = await decodeImage(bytes);
  if (!decoded.ok) throw notMarked(decoded.problem);
  return decoded.value;
}

function notMarked(problem: string): RenderFault {
  return new RenderFault(`the image cannot be watermarked: ${problem}`);
}
