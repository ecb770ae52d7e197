import { z } from 'zod';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';
import { poolNames } from '../worker-protocol.ts';
import { isoTimeSchema, operatorReasonSchema } from './operator-common.ts';

const report = z.strictObject({
  id: z.uuid(),
  reason: z.string(),
  details: z.string().nullable(),
  /** Null for somebody who was not signed in. */
  reporter_email: z.string().nullable(),
  created_at: isoTimeSchema,
});

/** GET /operator/reports: reported content that waits for a decision, at most 100; hidden content and csam first. */
export const operatorReportsSchema = z.strictObject({
  contents: z.array(
    z.strictObject({
      job_id: z.uuid(),
      account_id: z.uuid(),
      email: z.string(),
      pool: z.enum(poolNames),
      hidden: z.boolean(),
      reports: z.array(report),
    }),
  ),
  /** The latest decisions, at most 50. */
  decided: z.array(
    z.strictObject({
      job_id: z.uuid(),
      reason: z.string(),
      resolution: z.enum(['kept', 'removed']),
      resolved_at: isoTimeSchema,
    }),
  ),
});
export type OperatorReports = z.infer<typeof operatorReportsSchema>;

/** POST /operator/reports/<id>/resolve: decides about the content of the report. */
export const resolveReportBodySchema = z.strictObject({
  resolution: z.enum(['kept', 'removed']),
  reason: operatorReasonSchema,
});

/** The query and the response of GET /operator/blocked: jobs that the output check blocked, newest first. */
export const blockedJobsQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});
export const blockedJobsSchema = z.strictObject({
  jobs: z.array(
    z.strictObject({
      job_id: z.uuid(),
      account_id: z.uuid(),
      email: z.string(),
      pool: z.enum(poolNames),
      category: z.string(),
      /** The words of the worker. */
      finding: z.string(),
      worker: z.string().nullable(),
      worker_token: z.string().nullable(),
      ended_at: isoTimeSchema,
      has_prompt: z.boolean(),
      decision: z.enum(['upheld', 'mistaken']).nullable(),
    }),
  ),
  next_cursor: z.uuid().optional(),
});
export type BlockedJobs = z.infer<typeof blockedJobsSchema>;

/** POST /operator/blocked/<job id>/review. */
export const reviewBlockBodySchema = z.strictObject({
  decision: z.enum(['upheld', 'mistaken']),
  reason: operatorReasonSchema,
});
