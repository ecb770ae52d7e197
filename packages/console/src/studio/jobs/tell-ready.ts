import { type JobApiJobStatus, notifyAfterSeconds } from '@kinora/contract';
import { doesPageNotify } from '../../notify/use-notifications.ts';

/**
 * Tells a person who looks elsewhere that a job has ended: in the title of the tab, and by a notification of the browser if
 * they asked for it.
 */

let ready = 0;
let failed = 0;
let title = '';

/** To be called when a job has ended that the person waited for. */
export function tellEnd(job: JobApiJobStatus): void {
  if (document.visibilityState === 'visible') return;
  if (job.status === 'completed') ready += 1;
  else failed += 1;
  if (ready + failed === 1) {
    title = document.title;
    document.addEventListener('visibilitychange', restore);
  }
  document.title = `(${ready + failed}) ${ready > 0 ? 'Ready' : 'Failed'} · ${title}`;
  if (job.elapsed >= notifyAfterSeconds) notify(job);
}

function restore(): void {
  if (document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', restore);
  document.title = title;
  ready = 0;
  failed = 0;
}

/** Others may see the screen, so it says nothing of the prompt. */
function notify({ job_id: jobId, status, frames }: JobApiJobStatus): void {
  if (!doesPageNotify()) return;
  const medium = frames === undefined ? 'image' : 'video';
  const words = status === 'completed' ? `Your ${medium} is ready` : `Your ${medium} could not be made`;
  try {
    const notification = new Notification(words, { tag: jobId });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Browsers of phones show none without a service worker.
  }
}
