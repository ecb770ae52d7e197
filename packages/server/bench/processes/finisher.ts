import type { Lease } from '@kinora/contract';
import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { encodePng } from '@kinora/media/encode-png';
import { fitImage } from '@kinora/media/fit-image';
import { makeCredentials } from '@kinora/media/provenance/credentials/make-credentials';
import { readCredentials } from '@kinora/media/provenance/credentials/read-credentials';
import { createLocalSigner } from '@kinora/media/provenance/credentials/signer';
import { createProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { limitGarbage } from '@kinora/program/heap';
import { encoded } from '@kinora/testing/encoded';
import { smoothImage } from '@kinora/testing/images-to-mark';
import { fitVideo } from '@kinora/video/fit-video';
import { createFinisher } from '@kinora/worker/finish-media';
import type { LeaseClient } from '@kinora/worker/lease-client';
import { answerParent } from '../child.ts';

/** What a worker does with the file of an external renderer before it uploads it, without a server. */

export type Subject = { readonly medium: 'image' | 'video' };

export interface Cost {
  readonly ms: number;
  /** Processor time of the whole process. */
  readonly processorMs: number;
}

export const IMAGE = { width: 1024, height: 1024 };
export const VIDEO = { width: 1280, height: 720, frames: 121, sound: true };
const ORDER = { model: 'fast', seed: 1, prompt: 'a lighthouse above a stormy sea' };
/** Levels; as much as makes a PNG of 2 MB, as one from a model has. */
const GRAIN = 6;

// As `kinora worker` does.
limitGarbage();
const credentials = readCredentials(await makeCredentials('kinora.example', new Date()), new Date());
if (!credentials.ok) throw new Error(credentials.problem);
const issuer = createProvenanceIssuer(
  () => ({ key: '7e'.repeat(32), version: 1 }),
  createLocalSigner(credentials.value),
);
const engine = createProceduralEngine();
const finisher = createFinisher(engine, createThreadClassifier());
const client = { sign: (_lease, bytes) => issuer.sign(bytes) } as LeaseClient;
const { signal } = new AbortController();
const rendered = new Map<Subject['medium'], Uint8Array>();

answerParent(
  async ({ medium }: Subject): Promise<Cost> => {
    const bytes = rendered.get(medium) ?? (await render(medium));
    rendered.set(medium, bytes);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await finish(medium, bytes);
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    return { ms, processorMs: (user + system) / 1000 };
  },
  async () => {
    await finisher.close();
    await engine.close?.();
  },
);

async function finish(medium: Subject['medium'], bytes: Uint8Array): Promise<void> {
  if (medium === 'image') {
    const lease = { provenance: issuer.issue(issuer.tagOf('an account')) } as Lease;
    await finisher.finish(
      await fitImage(bytes, IMAGE),
      { ...ORDER, ...IMAGE, operation: 'image' },
      lease,
      client,
      signal,
    );
    return;
  }
  const fitted = await fitVideo(bytes, { ...VIDEO, fps: 24, signal });
  const { width, height } = VIDEO;
  const lease = { provenance: null } as Lease;
  const task = { ...ORDER, ...VIDEO, framesPerSecond: 24, operation: 'video' } as const;
  await finisher.finish({ bytes: fitted, mime: 'video/mp4', width, height }, task, lease, client, signal);
}

async function render(medium: Subject['medium']): Promise<Uint8Array> {
  if (medium === 'image') return encodePng(smoothImage(IMAGE.width, IMAGE.height, GRAIN));
  const task = {
    ...ORDER,
    ...VIDEO,
    operation: medium,
    framesPerSecond: 24,
  } as const;
  const { bytes } = await encoded(await engine.render(task, { onProgress: () => {}, signal }));
  return bytes;
}
