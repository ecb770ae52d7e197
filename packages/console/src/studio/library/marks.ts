import type { JobApiJobStatus, ResultMarks, StudioResult } from '@kinora/contract';

const NONE: ResultMarks = { favourite: false, collections: [], kept: false, gone: false };

/** What the person made of a result; a job that was just ordered has none of it. */
export const marksOf = (job: JobApiJobStatus): ResultMarks => (job as StudioResult).library ?? NONE;
