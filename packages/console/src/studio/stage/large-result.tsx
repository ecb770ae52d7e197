import type { JobApiJobStatus } from '@kinora/contract';
import type { SyntheticEvent } from 'react';
import { Preview } from '../gallery/preview.tsx';
import { resultPath } from '../gallery/result-paths.ts';
import classes from './stage.module.css';

interface LargeResultProps {
  readonly job: JobApiJobStatus;
  /** Whether it has the stage for itself: a preview suffices for one of several. */
  readonly isAlone: boolean;
}

/** The preview at once, and over it the whole image when it has arrived; of a video its first frame, until it plays. */
export function LargeResult({ job, isAlone }: LargeResultProps) {
  const path = resultPath(job);
  return (
    <>
      <Preview job={job} side={512} />
      {isAlone && job.frames === undefined && path !== undefined && (
        <img key={path} className={classes.whole} src={path} alt="" decoding="async" onLoad={show} />
      )}
      {isAlone && job.frames !== undefined && path !== undefined && (
        <video
          key={path}
          className={classes.whole}
          src={path}
          preload="metadata"
          muted
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          onLoadedData={show}
        />
      )}
    </>
  );
}

/** What has only half arrived would cover the preview. */
const show = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
  currentTarget.dataset.loaded = '';
};
