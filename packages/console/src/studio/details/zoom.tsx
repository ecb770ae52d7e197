import type { JobApiJobStatus } from '@kinora/contract';
import { type CSSProperties, useEffect } from 'react';
import { RetriedImage } from '../../value/retried-image.tsx';
import { previewPath, resultPath } from '../gallery/result-paths.ts';
import { useZoom } from './use-zoom.ts';
import classes from './zoom.module.css';

/** An image that is seen whole, or pixel by pixel: by wheel, keys, buttons and two fingers. */
export function Zoom({ job }: { readonly job: JobApiJobStatus }) {
  const { prompt = '', width, height } = job;
  const path = resultPath(job);
  const { box, factor, atPixels, zoomBy, fit, showPixels } = useZoom(width);
  useZoomKeys({ zoomBy, fit, showPixels });
  if (path === undefined) return null;
  const isWhole = factor === 1;
  const shape = { '--shape': width / height };
  // Shown at once, until the whole result has arrived.
  const style = { width: `${factor * 100}cqw`, backgroundImage: `url("${previewPath(job, 512)}")` };
  return (
    <div className={classes.zoom} data-whole={isWhole || undefined} style={shape as CSSProperties}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its place is scrolled by keyboard too. */}
      <section ref={box} className={classes.box} aria-label="The image" tabIndex={0}>
        <RetriedImage
          key={path}
          className={classes.image}
          src={path}
          alt={prompt}
          width={width}
          height={height}
          style={style}
          draggable={isWhole}
        />
      </section>
      <div className={classes.buttons}>
        <button type="button" aria-label="Zoom out" disabled={isWhole} onClick={() => zoomBy(1 / STEP)}>
          −
        </button>
        <button type="button" aria-pressed={isWhole} onClick={fit}>
          Fit
        </button>
        <button type="button" aria-pressed={factor === atPixels} onClick={() => showPixels()}>
          1:1
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoomBy(STEP)}>
          +
        </button>
      </div>
    </div>
  );
}

const STEP = 1.4;

function useZoomKeys({
  zoomBy,
  fit,
  showPixels,
}: Pick<ReturnType<typeof useZoom>, 'zoomBy' | 'fit' | 'showPixels'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '+' || event.key === '=') zoomBy(STEP);
      else if (event.key === '-') zoomBy(1 / STEP);
      else if (event.key === '0') fit();
      else if (event.key === '1') showPixels();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [zoomBy, fit, showPixels]);
}
