import type { Catalogue } from '../../catalogue/catalogue.ts';
import { RETENTION_MS } from '../../jobs/retention/retained.ts';
import { endMessage } from '../../jobs/views/end-message.ts';
import type { VideoJob } from '../../jobs/views/video-jobs.ts';
import { nameOf } from './models.ts';

/** A job as a video of the OpenAI API. A blocked one has failed, with the code of the safety check. */
export function viewVideo(job: VideoJob, catalogue: Catalogue): object {
  // One that is sold no more has its id still.
  const sold = catalogue.model(job.model);
  const model = sold?.medium === 'video' ? sold : undefined;
  const { state, createdAt, endedAt } = job;
  const hasFailed = state === 'failed' || state === 'blocked';
  return {
    id: job.id,
    object: 'video',
    model: model === undefined ? job.model : nameOf(model),
    status: statusOf(state),
    progress: state === 'completed' ? 100 : Math.floor(job.progress * 100),
    created_at: unixSeconds(createdAt),
    completed_at: endedAt && unixSeconds(endedAt),
    // The file and the job are deleted then.
    expires_at: endedAt && unixSeconds(new Date(endedAt.getTime() + RETENTION_MS)),
    prompt: job.prompt,
    size: `${job.width}x${job.height}`,
    seconds: billedSeconds(job),
    remixed_from_video_id: null,
    error: hasFailed
      ? {
          code: state === 'blocked' ? 'content_blocked' : 'internal_error',
          message: endMessage(job),
        }
      : null,
  };
}

function statusOf(state: VideoJob['state']): string {
  if (state === 'running') return 'in_progress';
  return state === 'blocked' ? 'failed' : state;
}

/** The length billed, such as `5` or `1.33`: a video has one frame more than that. */
function billedSeconds({ frames, framesPerSecond }: VideoJob): string {
  return String(Math.round(((frames - 1) / framesPerSecond) * 100) / 100);
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
