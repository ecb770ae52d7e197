import { useSyncExternalStore } from 'react';
import { ApiProblem } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { toast } from '../../frame/toast.tsx';
import { deleteJob } from '../jobs/job-calls.ts';
import { forgetJob } from '../jobs/live-jobs.ts';
import { hideJobs, showJobs } from './hidden-jobs.ts';

/**
 * Deletes results ten seconds later, until when the person can have them back. Until then the service knows nothing of it:
 * when the page is left it is asked at once, and when the browser dies before it was asked, the results are still there.
 */

const UNDO_SECONDS = 10;
const SECOND_MS = 1000;

interface Deletions {
  readonly ids: readonly string[];
  /** Until they are deleted; it stands still while the person is at the button. */
  readonly secondsLeft: number;
}

const NONE: Deletions = { ids: [], secondsLeft: 0 };

let deletions = NONE;
let isPaused = false;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function change(next: Deletions): void {
  deletions = next;
  for (const listener of listeners) listener();
}

export function useDeletions(): Deletions {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => deletions,
  );
}

/** Takes the results off the page. Those that were deleted just before wait with them, and come back with them. */
export function deleteSoon(ids: readonly string[]): void {
  hideJobs(ids);
  change({ ids: [...deletions.ids, ...ids], secondsLeft: UNDO_SECONDS });
  if (timer !== undefined) return;
  timer = setInterval(count, SECOND_MS);
  window.addEventListener('pagehide', leave);
}

export function undoDeletion(): void {
  const { ids } = deletions;
  end();
  showJobs(ids);
}

export const pauseDeletion = (paused: boolean): void => {
  isPaused = paused;
};

/** Deletes without waiting any longer. */
export function deleteNow(isLeaving = false): void {
  const { ids } = deletions;
  end();
  for (const id of ids) void remove(id, isLeaving);
}

function count(): void {
  if (isPaused) return;
  if (deletions.secondsLeft <= 1) deleteNow();
  else change({ ...deletions, secondsLeft: deletions.secondsLeft - 1 });
}

const leave = (): void => deleteNow(true);

function end(): void {
  clearInterval(timer);
  timer = undefined;
  isPaused = false;
  window.removeEventListener('pagehide', leave);
  change(NONE);
}

/** A result that could not be deleted is shown again. */
async function remove(id: string, keepalive: boolean): Promise<void> {
  try {
    await deleteJob(id, keepalive);
    forgetJob(id);
    void moneyMoved();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 404) forgetJob(id);
    else toast(`It is not deleted. ${error.message}`);
  } finally {
    showJobs([id]);
  }
}
