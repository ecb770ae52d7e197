import type { JobApiJobStatus } from '@kinora/contract';
import { useDebouncedValue, useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { RetriedImage } from '../../value/retried-image.tsx';
import { previewPath, resultPath } from './result-paths.ts';

interface PreviewProps {
  readonly job: JobApiJobStatus;
  /** Pointed at or focused: the time to play a video. */
  readonly isLively: boolean;
}

/** A pointer that only crosses a tile loads nothing. */
const LINGERING_MS = 200;

/** The whole result, small: a tile is at most 258 pixels wide. */
export function Preview({ job, isLively }: PreviewProps) {
  const isStill = useReducedMotion();
  const [lingers] = useDebouncedValue(isLively, LINGERING_MS);
  const isVideo = job.frames !== undefined;
  const path = resultPath(job);
  return (
    <>
      <RetriedImage
        src={previewPath(job, 256)}
        srcSet={`${previewPath(job, 256)} 1x, ${previewPath(job, 512)} 2x`}
        alt=""
        loading="lazy"
        decoding="async"
        isOfVideo={isVideo}
      />
      {isVideo && isLively && lingers && !isStill && path !== undefined && <PlayingVideo path={path} />}
    </>
  );
}

function PlayingVideo({ path }: { readonly path: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.src = path;
    // An element that is only removed continues to load.
    return () => {
      element.removeAttribute('src');
      element.load();
    };
  }, [path]);
  return <video ref={video} autoPlay muted loop playsInline />;
}
