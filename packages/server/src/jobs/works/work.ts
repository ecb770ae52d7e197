import type { Medium } from '@kinora/contract';
import { IS_DEMONSTRATION } from '../views/demonstration.ts';

/** A result that its owner published on the explore page. */
export interface Work {
  readonly id: string;
  readonly jobId: string;
  /** The public name of the result. */
  readonly assetId: string;
  readonly medium: Medium;
  readonly prompt: string;
  readonly artifactKey: string;
  /** Null if the server that published it could not decode the result. */
  readonly previewKey: string | null;
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date;
  readonly isDemonstration: boolean;
  /** The id of the model that made it. */
  readonly model: string;
  /** Null unless the person who published it let everybody see it. */
  readonly seed: number | null;
}

/** The public path of a work's preview. */
export function previewPath(workId: string): string {
  return `/api/console/works/${workId}/preview`;
}

/** An account may publish so many. */
export const WORKS_PER_ACCOUNT = 1000;

export const WORK_COLUMNS = `works.id, job_id as "jobId", works.asset_id as "assetId", works.medium, works.prompt,
  works.artifact_key as "artifactKey", preview_key as "previewKey", works.width, works.height,
  works.duration_seconds as "durationSeconds", published_at as "publishedAt",
  (select ${IS_DEMONSTRATION} from jobs where jobs.id = works.job_id) as "isDemonstration",
  (select model from jobs where jobs.id = works.job_id) as model,
  (select seed from jobs where jobs.id = works.job_id and shows_seed) as seed`;
