import type { JobApiJobStatus } from '@kinora/contract';
import { Progress, Text, VisuallyHidden } from '@mantine/core';
import { Check, CircleAlert, ShieldAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { DemonstrationMark } from '../../value/demonstration.tsx';
import { operationOf } from '../settings/draft.ts';
import { nameOf } from '../settings/operation-picker.tsx';
import { secondsOf } from '../settings/size-fields.tsx';
import classes from './gallery.module.css';
import { Preview } from './preview.tsx';

interface TileProps {
  readonly job: JobApiJobStatus;
  readonly place: number;
  /** -1 while it is not known. */
  readonly total: number;
  readonly isCompared: boolean;
  readonly onCompare: (jobId: string) => void;
  readonly onOpen: (jobId: string) => void;
}

/** Drawn again only if its own job changes: events of others arrive every second. */
export const Tile = memo(function Tile({ job, place, total, isCompared, onCompare, onOpen }: TileProps) {
  const { job_id: id, status, prompt = 'The prompt is deleted' } = job;
  const kind = nameOf(operationOf(job.type));
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return (
    <li
      className={classes.tile}
      aria-posinset={place}
      aria-setsize={total}
      data-comparing={isCompared || undefined}
    >
      <button
        type="button"
        className={classes.open}
        data-job={id}
        onClick={() => onOpen(id)}
        onPointerEnter={({ pointerType }) => setPointedAt(pointerType !== 'touch')}
        onPointerLeave={() => setPointedAt(false)}
        onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
      >
        <span className={classes.caption}>
          <VisuallyHidden component="span">
            {kind}, {STATES[status]}:{' '}
          </VisuallyHidden>
          <bdi className={classes.prompt}>{prompt}</bdi>
        </span>
        <span className={classes.frame}>
          {status === 'completed' ? (
            <Preview job={job} isLively={isPointedAt || isFocused} />
          ) : (
            <Progressing job={job} />
          )}
        </span>
      </button>
      {job.demonstration && <DemonstrationMark />}
      {job.frames !== undefined && status === 'completed' && (
        <span className={classes.mark}>{secondsOf(job.frames, job.frames_per_second)} s</span>
      )}
      {status === 'completed' && (
        <label className={classes.compare}>
          <input
            type="checkbox"
            aria-label={`Compare: ${prompt}`}
            checked={isCompared}
            onChange={() => onCompare(id)}
          />
          <Check size={16} strokeWidth={3} aria-hidden="true" />
        </label>
      )}
    </li>
  );
});

/** How far a job is, as far as it is known; or why it has no result. */
function Progressing({ job }: { readonly job: JobApiJobStatus }) {
  const { status, progress, error } = job;
  if (status === 'failed' || status === 'blocked') {
    const Icon = status === 'failed' ? CircleAlert : ShieldAlert;
    return (
      <span className={classes.state}>
        <Text component="span" className={classes.ended ?? ''} fw={600} size="sm">
          <Icon size={14} aria-hidden="true" /> {status === 'failed' ? 'Failed' : 'Blocked'}
        </Text>
        <span className={classes.reason}>{error}</span>
      </span>
    );
  }
  return (
    <span className={classes.state}>
      <Text component="span" fw={600} size="sm">
        {status === 'queued' ? 'Waiting' : `${Math.round(progress * 100)} %`}
      </Text>
      <Progress
        value={progress * 100}
        size="sm"
        aria-label="Progress"
        animated={status === 'generating' && progress === 0}
      />
      <Text component="span" size="xs" c="dimmed">
        {waitOf(job)}
      </Text>
    </span>
  );
}

/** Only what the service estimates: the position and the wait of the standard queue. */
export function waitOf({
  status,
  queue_type: queue,
  queue_position: position,
  estimated_wait_seconds: seconds,
  estimated_wait: wait = seconds,
}: JobApiJobStatus): string {
  const parts = [
    ...(position === undefined ? [] : [position === 1 ? 'Next to start' : `Position ${position}`]),
    ...(wait === undefined ? [] : [`about ${durationOf(wait)}`]),
  ];
  if (parts.length > 0) return parts.join(' · ');
  return status === 'queued' && queue === 'priority' ? 'In the priority queue' : 'Being made';
}

export function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const STATES = {
  queued: 'waiting',
  generating: 'being made',
  completed: 'ready',
  failed: 'failed',
  blocked: 'blocked',
} as const;
