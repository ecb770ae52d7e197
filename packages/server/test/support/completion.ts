import { createHash } from 'node:crypto';
import type { Lease } from '@kinora/contract';
import { samplePng } from './sample-artifact.ts';

/** A valid body of `complete` for a leased job and what was uploaded for it, of an image the sample by default. */
export function completion({ task }: Lease, uploaded?: Uint8Array): Record<string, unknown> {
  const { width, height, frames, frames_per_second: rate } = task;
  const isImage = frames === null;
  const bytes = uploaded ?? (isImage ? samplePng(task) : Buffer.of(1));
  return {
    artifact: isImage ? 'result.png' : 'result.mp4',
    mime: isImage ? 'image/png' : 'video/mp4',
    width,
    height,
    duration_seconds: isImage ? null : frames / (rate ?? 24),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    engine: 'test',
    engine_version: '1',
  };
}
