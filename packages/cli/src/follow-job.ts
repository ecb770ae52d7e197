import type { JobStatus, KinoraClient } from '@kinora/client';
import { startProgressBar } from '@kinora/program/progress-bar';
import { describeSeconds } from './describe-seconds.ts';
import { note } from './output.ts';

/** Shows the progress of a job: a bar on a terminal, otherwise a line per change. */
export interface ProgressView {
  /** `progress` is 0 to 1; a change of `detail` alone is not a change. */
  show(progress: number, phase: string, detail?: string): void;
  clear(): void;
}

/** Waits for the end of a job, and shows its progress on standard error. */
export async function followJob(
  client: KinoraClient,
  jobId: string,
  view: ProgressView,
  signal: AbortSignal,
): Promise<JobStatus> {
  const onStatus = ({ status, progress = 0, ...job }: JobStatus): void => {
    if (status !== 'queued') return;
    const { queue_position: position, estimated_wait_seconds: seconds } = job;
    const phase = position === undefined ? 'rendering' : `waiting, position ${position}`;
    view.show(progress, phase, seconds === undefined ? undefined : `about ${describeSeconds(seconds)}`);
  };
  return client.waitFor(jobId, { signal, onStatus });
}

/** Lines are for logs: one per phase, and one per quarter of the rendering. */
const QUARTERS = 4;

export function startProgressView(label: string): ProgressView {
  if (process.stderr.isTTY) {
    const bar = startProgressBar(label, process.stderr, 'waiting');
    return {
      show: (progress, phase, detail) => bar.update(progress, withDetail(phase, detail)),
      clear: bar.clear,
    };
  }
  let shown = '';
  return {
    show(progress, phase, detail) {
      const quarter = Math.floor(progress * QUARTERS) / QUARTERS;
      const state = `${phase} ${quarter}`;
      if (state === shown) return;
      shown = state;
      const isPart = quarter > 0 && quarter < 1;
      note(`${label}: ${isPart ? `${phase}, ${quarter * 100} %` : withDetail(phase, detail)}`);
    },
    clear: () => {},
  };
}

const withDetail = (phase: string, detail: string | undefined): string =>
  detail === undefined ? phase : `${phase}, ${detail}`;
