import type { Lease } from '@kinora/contract';
import {
  type Engine,
  type RenderedFile,
  type RenderedMedia,
  type RenderedPixels,
  RenderFault,
  RenderRefused,
  type RenderTask,
} from '@kinora/engine/engine';
import { checkImage } from '@kinora/media/classifier/check-image';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import { encodePng } from '@kinora/media/encode-png';
import type { CredentialSigner } from '@kinora/media/provenance/credentials/signer';
import { startWatermarkThread } from '@kinora/media/provenance/start-watermark-thread';
import { watermarkAndSign } from '@kinora/media/provenance/watermark-and-sign';
import { createWitness } from '@kinora/media/sanity/witness';
import { checkOutput } from '@kinora/video/check-output';
import { findFlaw } from './find-flaw.ts';
import type { LeaseClient } from './lease-client.ts';

export type FinishMedia = (
  media: RenderedMedia,
  task: RenderTask,
  lease: Lease,
  client: LeaseClient,
  signal: AbortSignal,
) => Promise<RenderedFile>;

export interface Finisher {
  /** Rejects with `RenderRefused`, or with a `RenderFault` for what shows nothing, or cannot be classified or watermarked. */
  readonly finish: FinishMedia;
  close(): Promise<void>;
}

/**
 * Checks the output of the engine before it is uploaded. Watermarks and signs images if the lease has what that needs;
 * otherwise the server does it. What an external renderer made is decoded once.
 */
export function createFinisher(
  engine: Pick<Engine, 'name' | 'version' | 'origin'>,
  /** Without it, there is no output check: the operator allows all content that the classifier distinguishes. */
  classifier: ImageClassifier | undefined,
): Finisher {
  const watermark = startWatermarkThread();

  /** The image as a file with its mark, if the lease has one. */
  async function encode(
    image: Uint8Array | RenderedPixels,
    { provenance }: Lease,
    sign: CredentialSigner['sign'],
  ): Promise<Uint8Array> {
    if (provenance === null) return image instanceof Uint8Array ? image : encodePng(image);
    const { watermarkPng } = watermark;
    const marked = await watermarkAndSign(image, provenance, engine, { watermarkPng, sign });
    if (!marked.ok) {
      throw new RenderFault(`the image cannot be watermarked: ${marked.problem}`, { isUnsettled: true });
    }
    return marked.value;
  }

  return {
    async finish(media, task, lease, client, signal) {
      if ('bytes' in media && media.mime === 'video/mp4') {
        await checkMedia(media, task, classifier, signal);
        return media;
      }
      const image = 'bytes' in media ? media.bytes : media;
      // The check runs while the image is watermarked and encoded; only an image that passed is signed.
      const checked = checkMedia(media, task, classifier, signal);
      const encoded = encode(image, lease, async (bytes) => {
        await checked;
        return client.sign(lease, bytes);
      });
      const [bytes] = await Promise.all([encoded, checked]);
      return { bytes, mime: 'image/png', width: media.width, height: media.height };
    },
    async close() {
      await watermark.close();
      await classifier?.close();
    },
  };
}

/** Rejects unless the media may be delivered, and is worth its price. */
export async function checkMedia(
  media: RenderedMedia,
  task: RenderTask,
  classifier: ImageClassifier | undefined,
  signal: AbortSignal,
): Promise<void> {
  const witness = createWitness();
  const options = { classifier, signal, witness };
  const isVideo = 'bytes' in media && media.mime === 'video/mp4';
  const check = isVideo
    ? await checkOutput(media.bytes, media.mime, options)
    : await checkImage('bytes' in media ? media.bytes : media, 'generated', options);
  if (check.verdict === 'refused') throw new RenderRefused(check.category, check.reason);
  if (check.verdict === 'unavailable') {
    throw new RenderFault('the result cannot be checked', { isUnsettled: true, cause: check.cause });
  }
  const flaw = await findFlaw(witness, task);
  if (flaw !== undefined) throw new RenderFault(flaw);
}
