import { randomBytes } from 'node:crypto';
import { assert } from '@kinora/contract';

/** The keys of blobs. They consist of generated ids; they never contain user input. */

const KEY = /^[a-z0-9]+(?:[/.-][a-z0-9]+)*$/;

/** Every store checks keys with this, so that no key leaves its folder and no blob has two keys. */
export function assertBlobKey(key: string): void {
  assert(KEY.test(key), `"${key}" is a blob key`);
}

/** The folder of the blobs of every job. */
export const JOBS_FOLDER = 'jobs';

export function jobFolder(jobId: string): string {
  return `${JOBS_FOLDER}/${jobId}`;
}

export function initImageKey(jobId: string): string {
  return `${jobFolder(jobId)}/input.png`;
}

/** The folder of what an attempt uploads. */
export function attemptFolder(jobId: string, attempt: number): string {
  return `${jobFolder(jobId)}/${attempt}`;
}

/** Contains the attempt, so that a worker that lost its lease cannot overwrite the result of a later attempt. */
export function artifactKey(jobId: string, attempt: number, name: string): string {
  return `${attemptFolder(jobId, attempt)}/${name}`;
}

/**
 * A key for what the server itself makes of an artifact. Nobody has a link to it and every call for the attempt has
 * its own, so what is read under it stays what was read.
 */
export function ownArtifactKey(jobId: string, attempt: number, name: string): string {
  return artifactKey(jobId, attempt, `final-${randomBytes(8).toString('hex')}${extensionOf(name)}`);
}

/** The key of the preview of an artifact, which is deleted with it. */
export function previewKey(artifactKey: string): string {
  return `${artifactKey.slice(0, -extensionOf(artifactKey).length)}-preview.jpg`;
}

const JOB_KEY =
  /^jobs\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:(\d{1,10})\/)?[a-z0-9]+(?:[.-][a-z0-9]+)*$/;

/** The job of a blob; undefined if it belongs to none. The attempt is undefined for an uploaded image. */
export function readJobKey(
  key: string,
): { readonly jobId: string; readonly attempt: number | undefined } | undefined {
  const [, jobId, attempt] = JOB_KEY.exec(key) ?? [];
  return jobId === undefined
    ? undefined
    : { jobId, attempt: attempt === undefined ? undefined : Number(attempt) };
}

/** The folder of the copies of published results. */
export const WORKS_FOLDER = 'works';

/**
 * The folder of a published result and its preview. Each publication has its own, so that to withdraw one takes nothing from
 * another, and no key is written again after it was deleted.
 */
export function workFolder(assetId: string, workId: string): string {
  return `${WORKS_FOLDER}/${assetId}/${workId}`;
}

/** Works of earlier versions are directly in the folder of the result. */
const WORK_KEY =
  /^works\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:[0-9a-f-]{36}\/)?[a-z]+(?:[.-][a-z0-9]+)+$/;

/** The public name of the published result that a blob belongs to; undefined if it belongs to none. */
export function readWorkKey(key: string): string | undefined {
  return WORK_KEY.exec(key)?.[1];
}

/** The folder of the copies of results that their owners keep. */
export const KEPT_FOLDER = 'kept';

/** The key of a kept copy. Each has a folder of its own, so that no key is written again after it was deleted. */
export function keptKey(keptId: string, artifactKey: string): string {
  return `${KEPT_FOLDER}/${keptId}/result${extensionOf(artifactKey)}`;
}

const KEPT_KEY = /^kept\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[a-z]+(?:[.-][a-z0-9]+)+$/;

/** The kept result that a blob belongs to; undefined if it belongs to none. */
export function readKeptKey(key: string): string | undefined {
  return KEPT_KEY.exec(key)?.[1];
}

/** The folder of the images of orders that wait. */
export const WAITING_FOLDER = 'waiting';

/** Those of an account, which are deleted with it. */
export function waitingFolder(accountId: string): string {
  return `${WAITING_FOLDER}/${accountId}`;
}

export function waitingImageKey(accountId: string, orderId: string): string {
  return `${waitingFolder(accountId)}/${orderId}/image.bin`;
}

const WAITING_KEY = /^waiting\/[0-9a-f-]{36}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/image\.bin$/;

/** The waiting order of an image; undefined if it is of none. */
export function readWaitingKey(key: string): string | undefined {
  return WAITING_KEY.exec(key)?.[1];
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', mp4: 'video/mp4', jpg: 'image/jpeg' };

/** The file extension, such as `.png`. */
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
