import type { JobApiJobStatus } from '@kinora/contract';

/** What a tab learns of a job, it tells the other tabs of this browser. */

export type Learned = JobApiJobStatus | 'deleted';

interface Message {
  readonly jobId: string;
  readonly learned: Learned;
}

/** Without it, as in old browsers, each tab learns for itself. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('kinora.jobs');

export const tabsCanTell = channel !== undefined;

export function tellTabs(jobId: string, learned: Learned): void {
  channel?.postMessage({ jobId, learned } satisfies Message);
}

/** Calls back with what other tabs learn of a job; returns how to stop. */
export function hearTabs(jobId: string, hear: (learned: Learned) => void): () => void {
  const onMessage = ({ data }: MessageEvent<Message>): void => {
    if (data.jobId === jobId) hear(data.learned);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
