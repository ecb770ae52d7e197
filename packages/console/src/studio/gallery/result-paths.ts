import type { JobApiJobStatus } from '@kinora/contract';

/** The result's address on this origin, whatever the public address is. */
export const resultPath = ({ results }: JobApiJobStatus): string | undefined =>
  results?.[0] && new URL(results[0].url).pathname;

/** The address of a small JPEG of the result, of a video its first frame; `side` is its longer side in pixels. */
export const previewPath = ({ job_id: id }: JobApiJobStatus, side: 256 | 512): string =>
  `/api/console/jobs/${id}/preview?side=${side}`;

const WORDS_MAX = 8;

/** The name under which a result is saved: the first words of its prompt, its seed, and the ending of its format. */
export function nameOfFile(job: JobApiJobStatus): string {
  const ending = /\.\w+$/.exec(resultPath(job) ?? '')?.[0] ?? '';
  // What some file system does not allow is left out.
  const words = (job.prompt ?? '').match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, WORDS_MAX) ?? [];
  return `${[...words, job.seed].join('-').slice(0, 80)}${ending}`;
}
