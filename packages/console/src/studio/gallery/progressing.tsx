import type { JobApiJobStatus } from '@kinora/contract';
import { Text } from '@mantine/core';
import { CircleAlert, ShieldAlert } from 'lucide-react';
import classes from './gallery.module.css';
import { waitOf } from './job-words.ts';

interface ProgressingProps {
  readonly job: JobApiJobStatus;
  /** Whether it has the stage. */
  readonly isLarge?: boolean;
}

/** How far a job is, as far as it is known; or why it has no result. It fills the place of the result. */
export function Progressing({ job, isLarge = false }: ProgressingProps) {
  const { status, progress, error } = job;
  if (status === 'failed' || status === 'blocked') {
    const Icon = status === 'failed' ? CircleAlert : ShieldAlert;
    return (
      <span className={classes.state} data-large={isLarge || undefined}>
        <Text component="span" className={classes.ended ?? ''} fw={600} size={isLarge ? 'lg' : 'sm'}>
          <Icon size={14} aria-hidden="true" /> {status === 'failed' ? 'Failed' : 'Blocked'}
        </Text>
        <span className={classes.reason}>{error}</span>
      </span>
    );
  }
  return (
    <span className={classes.state} data-large={isLarge || undefined}>
      <Text component="span" fw={600} size={isLarge ? 'xl' : 'sm'}>
        {status === 'queued' ? 'Waiting' : `${Math.round(progress * 100)} %`}
      </Text>
      <progress
        className={classes.progress}
        aria-label="Progress"
        {...((status === 'queued' || progress > 0) && { value: progress })}
      />
      <Text component="span" size={isLarge ? 'sm' : 'xs'} c="dimmed">
        {waitOf(job)}
      </Text>
    </span>
  );
}
