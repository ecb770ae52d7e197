import type { JobApiJobStatus } from '@kinora/contract';
import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { DemonstrationMark } from '../../value/demonstration.tsx';
import { deleteSoon } from '../deletions/delete-soon.ts';
import { hasEnded } from '../jobs/follow-job.ts';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { secondsOf } from '../settings/size-fields.tsx';
import { dragJob } from '../source/drag-result.ts';
import classes from './gallery.module.css';
import { STATES } from './job-words.ts';
import { Preview } from './preview.tsx';
import { Progressing } from './progressing.tsx';
import { TileCorner } from './tile-corner.tsx';

interface TileProps {
  readonly job: JobApiJobStatus;
  /** Where it is in the gallery, in pixels. */
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly place: number;
  /** -1 while it is not known. */
  readonly total: number;
  readonly hasCaption: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly onOpen: (jobId: string) => void;
}

/** Drawn again only if its own job changes: events of others arrive every second. */
export const Tile = memo(function Tile(props: TileProps) {
  const { job, top, left, width, height, place, total, hasCaption, isSelected, onSelect, onOpen } = props;
  return (
    <li
      className={classes.tile}
      style={{ transform: `translate(${left}px, ${top}px)`, width }}
      aria-posinset={place}
      aria-setsize={total}
      data-selected={isSelected || undefined}
    >
      <JobButton job={job} hasCaption={hasCaption} onOpen={onOpen} onSelect={onSelect}>
        <span className={classes.frame} style={{ height }}>
          {job.status === 'completed' ? (
            <Preview job={job} side={Math.max(width, height)} />
          ) : (
            <Progressing job={job} />
          )}
          <Marks job={job} />
        </span>
      </JobButton>
      <TileCorner job={job} isSelected={isSelected} onSelect={onSelect} />
    </li>
  );
});

export function Marks({ job }: { readonly job: JobApiJobStatus }) {
  if (job.status !== 'completed') return null;
  return (
    <>
      {job.demonstration && <DemonstrationMark />}
      {job.frames !== undefined && (
        <span className={classes.mark} aria-hidden="true">
          {secondsOf(job.frames, job.frames_per_second)} s
        </span>
      )}
    </>
  );
}

interface JobButtonProps {
  readonly job: JobApiJobStatus;
  readonly hasCaption: boolean;
  readonly onOpen: (jobId: string) => void;
  readonly onSelect: (jobId: string, isRange?: boolean) => void;
  readonly children: ReactNode;
}

/** Opens a job, is named after it, and can be dragged into the next order once it has a result. */
export function JobButton({ job, hasCaption, onOpen, onSelect, children }: JobButtonProps) {
  const { job_id: id, status, prompt = 'The prompt is deleted' } = job;
  return (
    <button
      type="button"
      className={classes.open}
      data-job={id}
      draggable={status === 'completed' && job.frames === undefined}
      onDragStart={({ dataTransfer }) => dragJob(dataTransfer, job)}
      onClick={({ shiftKey, ctrlKey, metaKey }) => {
        if (hasEnded(job) && (shiftKey || ctrlKey || metaKey)) onSelect(id, shiftKey);
        else onOpen(id);
      }}
      onKeyDown={({ key, shiftKey, ctrlKey, metaKey }) => {
        if (!hasEnded(job)) return;
        if (key === 'Delete') deleteSoon([id]);
        if (key.toLowerCase() === 'x' && !ctrlKey && !metaKey) onSelect(id, shiftKey);
      }}
    >
      {/* Its name comes first for those who listen. */}
      <VisuallyHidden component="span">
        {nameOf(operationOf(job.type))}, {STATES[status]}: {!hasCaption && <bdi>{prompt}</bdi>}
      </VisuallyHidden>
      {hasCaption && (
        <span className={classes.caption}>
          <bdi className={classes.prompt}>{prompt}</bdi>
        </span>
      )}
      {children}
    </button>
  );
}
