import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { startWatermarkThread } from '@kinora/media/provenance/start-watermark-thread';
import type { ImageToMark, MarkImage } from '../attempt/mark-artifact.ts';

/**
 * Wires the marking of images for workers that have no key to do it. One image is in memory at a time. The thread starts
 * with the first image, and what signs images is loaded then: a server whose only worker is its own marks none.
 */
export function wireMarking({ issue, sign }: ProvenanceIssuer): {
  readonly markImage: MarkImage;
  readonly close: () => Promise<void>;
} {
  let thread: ReturnType<typeof startWatermarkThread> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inProgress = new Map<string, ReturnType<MarkImage>>();

  async function mark({ read, tag, engine }: ImageToMark): ReturnType<MarkImage> {
    thread ??= startWatermarkThread();
    const { watermarkPng } = thread;
    const { watermarkAndSign } = await import('@kinora/media/provenance/watermark-and-sign');
    return watermarkAndSign(await read(), issue(tag), engine, { watermarkPng, sign });
  }

  return {
    markImage(image) {
      const { jobId, attempt } = image.attempt;
      const key = `${jobId}/${attempt}`;
      const shared = inProgress.get(key);
      if (shared !== undefined) return shared;
      const marked = last.then(() => mark(image)).finally(() => inProgress.delete(key));
      last = marked.catch(() => {});
      inProgress.set(key, marked);
      return marked;
    },
    close: async () => thread?.close(),
  };
}
