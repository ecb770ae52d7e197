import type { ConsoleWork } from '@kinora/contract';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Play } from 'lucide-react';
import type { CSSProperties } from 'react';
import { DemonstrationMark } from '../value/demonstration.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import classes from './work-grid.module.css';

interface WorkGridProps {
  readonly works: readonly ConsoleWork[] | undefined;
  readonly isPending: boolean;
  readonly onOpen: (id: string) => void;
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Works as tiles of their own shapes: all of a row grow together until it is full, so that none is cut. */
export function WorkGrid({ works, isPending, onOpen }: WorkGridProps) {
  if (isPending) {
    return (
      <div className={classes.grid} aria-hidden="true">
        {PLACEHOLDERS.map((name) => (
          <Skeleton key={name} className={classes.tile} />
        ))}
      </div>
    );
  }
  return (
    <ul className={classes.grid}>
      {works?.map((work) => (
        <li key={work.id} className={classes.tile} style={{ '--shape': shapeOf(work) } as CSSProperties}>
          <button type="button" className={classes.open} onClick={() => onOpen(work.id)}>
            <Preview work={work} />
            {work.demonstration && <DemonstrationMark />}
            <span className={classes.prompt} dir="auto">
              {work.prompt}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const shapeOf = ({ width, height }: ConsoleWork): number => Math.min(2.2, Math.max(0.5, width / height));

function Preview({ work }: { readonly work: ConsoleWork }) {
  return (
    <>
      {work.preview_url !== null && (
        <RetriedImage
          src={work.preview_url}
          alt=""
          loading="lazy"
          width={work.width}
          height={work.height}
          isOfVideo={work.kind === 'video'}
        />
      )}
      {work.kind === 'video' && (
        <span className={classes.badge}>
          <Play size={12} aria-hidden="true" /> <VisuallyHidden>Video, </VisuallyHidden>
          {Math.round(work.duration ?? 0)} s
        </span>
      )}
    </>
  );
}
