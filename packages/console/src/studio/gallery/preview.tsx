import type { JobApiJobStatus } from '@kinora/contract';
import { useDebouncedValue, useReducedMotion } from '@mantine/hooks';
import { Film, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import classes from './gallery.module.css';
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
  const [isMissing, setMissing] = useState(false);
  const isStill = useReducedMotion();
  const [lingers] = useDebouncedValue(isLively, LINGERING_MS);
  const isVideo = job.frames !== undefined;
  const path = resultPath(job);
  const Missing = isVideo ? Film : ImageOff;
  return (
    <>
      {isMissing ? (
        <Missing size={32} className={classes.missing ?? ''} aria-hidden="true" />
      ) : (
        <img
          src={previewPath(job, 256)}
          srcSet={`${previewPath(job, 256)} 1x, ${previewPath(job, 512)} 2x`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
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
    // An element that is only removed goes on loading.
    return () => {
      element.removeAttribute('src');
      element.load();
    };
  }, [path]);
  return <video ref={video} autoPlay muted loop playsInline />;
}
