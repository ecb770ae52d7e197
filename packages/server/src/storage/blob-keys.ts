/** Names of blobs. They are made of our own ids only; nothing a user wrote is ever part of one. */

export function jobFolder(jobId: string): string {
  return `jobs/${jobId}`;
}

export function initImageKey(jobId: string): string {
  return `${jobFolder(jobId)}/input.png`;
}

/** The attempt is part of the name, so a worker that lost its lease cannot overwrite its successor's result. */
export function artifactKey(jobId: string, attempt: number, name: string): string {
  return `${jobFolder(jobId)}/${attempt}/${name}`;
}
