import { z } from 'zod';

/** A signed download URL is valid for 24 hours. */
export const resultUrlSeconds = 86_400;

export const jobStatusSchema = z
  .strictObject({
    job_id: z.uuid().meta({ description: 'Identifier of the job.' }),
    status: z.enum(['queued', 'completed', 'blocked', 'failed']).meta({
      description: '`queued` while it waits and while it runs; the others end the polling.',
    }),
    kind: z.enum(['image', 'video']).meta({ description: 'What is being made.' }),
    result_url: z.url().optional().meta({ description: 'When completed: a signed download URL.' }),
    expires_in: z.int().optional().meta({ description: 'When completed: seconds the URL is valid.' }),
    error: z.string().optional().meta({ description: 'When blocked or failed: the reason.' }),
  })
  .meta({ id: 'JobStatus', description: 'Where a job stands.' });

export type JobStatus = z.infer<typeof jobStatusSchema>;
