import { z } from 'zod';

/** A signed download URL is valid for 24 hours. */
export const resultUrlSeconds = 86_400;

export const jobStatusSchema = z
  .strictObject({
    job_id: z.uuid().meta({ description: 'Id of the job.' }),
    status: z.enum(['queued', 'completed', 'blocked', 'failed']).meta({
      description: '`queued` while the job waits or runs; the others are final.',
    }),
    kind: z.enum(['image', 'video']).meta({ description: 'The kind of result.' }),
    result_url: z.url().optional().meta({ description: 'If completed: a signed download URL.' }),
    expires_in: z.int().optional().meta({ description: 'If completed: seconds the URL is valid.' }),
    error: z.string().optional().meta({ description: 'If blocked or failed: the reason.' }),
  })
  .meta({ id: 'JobStatus', description: 'The status of a job.' });

export type JobStatus = z.infer<typeof jobStatusSchema>;
