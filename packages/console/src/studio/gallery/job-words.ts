import type { JobApiJobStatus } from '@kinora/contract';

/** What is said of a job while it has no result. */

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

/** In the name of a tile: `Image, ready: a red boat`. */
export const STATES = {
  queued: 'waiting',
  generating: 'being made',
  completed: 'ready',
  failed: 'failed',
  blocked: 'blocked',
} as const;
