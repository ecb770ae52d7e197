import type { JobApiJobStatus } from '@kinora/contract';
import { PlayingVideo } from '../../value/playing-video.tsx';
import { RetriedImage } from '../../value/retried-image.tsx';
import { previewPath, resultPath } from './result-paths.ts';

interface PreviewProps {
  readonly job: JobApiJobStatus;
  /** The longer side of its place, in pixels of the page. */
  readonly side: number;
}

/** The whole result, small; a video plays while it is pointed at or focused. */
export function Preview({ job, side }: PreviewProps) {
  const { width, height, frames } = job;
  const preview = previewPath(job, side * window.devicePixelRatio > 256 ? 512 : 256);
  const path = resultPath(job);
  if (frames === undefined || path === undefined) {
    return <RetriedImage key={preview} src={preview} alt="" loading="lazy" decoding="async" />;
  }
  return <PlayingVideo src={path} poster={preview} label="" width={width} height={height} plays="on-hover" />;
}
