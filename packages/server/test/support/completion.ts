import type { Lease } from '@kinora/contract';

/** A valid body of `complete` for a leased job. */
export function completion({ task: { width, height, frames } }: Lease): Record<string, unknown> {
  const isImage = frames === null;
  return {
    artifact: isImage ? 'result.png' : 'result.mp4',
    mime: isImage ? 'image/png' : 'video/mp4',
    width,
    height,
    duration_seconds: isImage ? null : frames / 24,
    engine: 'test',
    engine_version: '1',
  };
}
