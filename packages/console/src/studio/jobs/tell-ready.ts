import type { JobApiJobStatus } from '@kinora/contract';
import { useLocalStorage } from '@mantine/hooks';

/**
 * Tells a person who looks elsewhere that a job has ended: in the title of the tab, and by a notification of the browser if
 * they asked for it.
 */

/** A wait for which people look elsewhere. */
const LONG_SECONDS = 20;
const CHOICE = 'kinora-notify';

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
  if (job.elapsed >= LONG_SECONDS) notify(job);
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
  if (!isAsked() || Notification.permission !== 'granted') return;
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

const isAsked = (): boolean => canNotify() && localStorage.getItem(CHOICE) === '"yes"';

/** Browsers of phones have the interface and refuse to use it. */
const canNotify = (): boolean => 'Notification' in window && !/Android/.test(navigator.userAgent);

interface Offer {
  /** Whether this is a moment to ask: a job takes long, and nobody answered yet. */
  readonly isDue: boolean;
  readonly accept: () => Promise<void>;
  readonly decline: () => void;
}

export function useNotificationOffer(jobs: readonly JobApiJobStatus[]): Offer {
  const [choice, setChoice] = useLocalStorage<'yes' | 'no' | undefined>({
    key: CHOICE,
    getInitialValueInEffect: false,
  });
  const isLong = jobs.some(
    ({ status, elapsed, estimated_wait: wait = 0, estimated_wait_seconds: seconds = wait }) =>
      (status === 'queued' || status === 'generating') && elapsed + seconds >= LONG_SECONDS,
  );
  return {
    isDue: isLong && choice === undefined && canNotify() && Notification.permission !== 'denied',
    accept: async () => setChoice((await Notification.requestPermission()) === 'granted' ? 'yes' : 'no'),
    decline: () => setChoice('no'),
  };
}
