import type { CompleteRequest, Pool, RequestIssue } from '@kinora/contract';

/** Plain file names only: the name becomes part of a blob's key. */
const ARTIFACT_NAME = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|mp4)$/;
const MIB = 1024 * 1024;
export const ARTIFACT_MAX_BYTES = 512 * MIB;

/** What a job has ordered. */
interface Ordered {
  readonly pool: Pool;
  readonly width: number;
  readonly height: number;
}

/** What is wrong with the name of an artifact, in the field `path`; undefined when nothing is. */
export function checkArtifactName(name: string, path: string): RequestIssue | undefined {
  return ARTIFACT_NAME.test(name) ? undefined : { path, message: 'must be like result.png or result.mp4' };
}

/** What is delivered must be what was ordered: its medium and its size in pixels. Undefined when it is. */
export function checkArtifact(
  result: Pick<CompleteRequest, 'mime' | 'artifact' | 'width' | 'height'>,
  ordered: Ordered,
): RequestIssue | undefined {
  const [mime, extension] = ordered.pool === 'image' ? ['image/png', '.png'] : ['video/mp4', '.mp4'];
  if (result.mime !== mime) return { path: 'mime', message: `must be ${mime}` };
  if (!result.artifact.endsWith(extension))
    return { path: 'artifact', message: `must end with ${extension}` };
  if (result.width !== ordered.width) return { path: 'width', message: `must be ${ordered.width}` };
  if (result.height !== ordered.height) return { path: 'height', message: `must be ${ordered.height}` };
  return undefined;
}

/** The issue of an artifact with more than `maxBytes`. */
export function artifactTooLarge(path: string, maxBytes: number): RequestIssue {
  return { path, message: `an artifact may have ${Math.floor(maxBytes / MIB)} MiB` };
}
