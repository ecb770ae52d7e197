import { assert } from '@kinora/contract';

/** Names of blobs. They are made of our own ids only; nothing a user wrote is ever part of one. */

const KEY = /^[a-z0-9]+(?:[/.-][a-z0-9]+)*$/;

/** Every store refuses other keys, so that no key reaches out of its folder or means two things. */
export function assertBlobKey(key: string): void {
  assert(KEY.test(key), `"${key}" is a blob key`);
}

/** Everything of every job lies below this folder. */
export const JOBS_FOLDER = 'jobs';

export function jobFolder(jobId: string): string {
  return `${JOBS_FOLDER}/${jobId}`;
}

export function initImageKey(jobId: string): string {
  return `${jobFolder(jobId)}/input.png`;
}

/** The attempt is part of the name, so a worker that lost its lease cannot overwrite its successor's result. */
export function artifactKey(jobId: string, attempt: number, name: string): string {
  return `${jobFolder(jobId)}/${attempt}/${name}`;
}

const JOB_KEY =
  /^jobs\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:(\d{1,10})\/)?[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** Whose a blob is; undefined for what is no blob of a job. The attempt is undefined for the uploaded picture. */
export function readJobKey(
  key: string,
): { readonly jobId: string; readonly attempt: number | undefined } | undefined {
  const [, jobId, attempt] = JOB_KEY.exec(key) ?? [];
  return jobId === undefined
    ? undefined
    : { jobId, attempt: attempt === undefined ? undefined : Number(attempt) };
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', mp4: 'video/mp4' };

/** The end of its name, such as `.png`. */
export function extensionOf(key: string): string {
  return key.slice(key.lastIndexOf('.'));
}

export function mimeOf(key: string): string {
  return TYPES[extensionOf(key).slice(1)] ?? 'application/octet-stream';
}

/** The name under which a browser saves the blob. */
export function downloadName(key: string): string {
  return `kinora-${key.split('/')[1]?.slice(-12)}${extensionOf(key)}`;
}
