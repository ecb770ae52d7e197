import type { JobApiJobStatus } from '@kinora/contract';

/** The result's address on this origin, whatever the public address is. */
export const resultPath = ({ results }: JobApiJobStatus): string | undefined =>
  results?.[0] && new URL(results[0].url).pathname;

/** The address of a small JPEG of the result, of a video its first frame; `side` is its longer side in pixels. */
export const previewPath = ({ job_id: id }: JobApiJobStatus, side: 256 | 512): string =>
  `/api/console/jobs/${id}/preview?side=${side}`;
