import { z } from 'zod';
import { pageCursorSchema, pageLimitSchema } from './pages.ts';

/** A signed download URL is valid for 24 hours. */
export const resultUrlSeconds = 86_400;

export const jobStatusSchema = z
  .strictObject({
    job_id: z.uuid().meta({ description: 'Id of the job.' }),
    status: z.enum(['queued', 'completed', 'blocked', 'failed']).meta({
      description: '`queued` while the job waits or runs; the others are final.',
    }),
    kind: z.enum(['image', 'video']).meta({ description: 'The kind of result.' }),
    model: z.string().optional().meta({
      description: 'The id of its model, unless that is the one of an image without `model`, or of a mode.',
    }),
    result_url: z.url().optional().meta({ description: 'If completed: a signed download URL, for GET.' }),
    expires_in: z.int().optional().meta({ description: 'If completed: seconds the URL is valid.' }),
    error: z.string().optional().meta({ description: 'If blocked or failed: the reason.' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: 'While queued: the share that is rendered; 0 while the job waits.' }),
    queue_position: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'While the job waits: its place, 1 for the next to start.' }),
    estimated_wait_seconds: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'While queued: whole seconds until the job ends, from measured times.' }),
    seed: z.int().min(0).meta({ description: 'The seed of the request, or the one that was chosen for it.' }),
    price_cents: z.int().min(0).meta({
      description:
        'The price. It was paid from the allowance, the balance or the invoice, and is returned if the job is blocked or fails.',
    }),
    created_at: z.iso.datetime().meta({ description: 'When the job was accepted.' }),
    completed_at: z.iso.datetime().nullable().meta({ description: 'When the job ended; null before that.' }),
  })
  .meta({ id: 'JobStatus', description: 'The status of a job.' });

export type JobStatus = z.infer<typeof jobStatusSchema>;

export const jobPageQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
  status: jobStatusSchema.shape.status.optional(),
  kind: jobStatusSchema.shape.kind.optional(),
});

export const jobPageSchema = z
  .strictObject({
    jobs: z.array(jobStatusSchema).meta({ description: 'Newest first.' }),
    next_cursor: z
      .uuid()
      .optional()
      .meta({ description: 'The `cursor` of the next page; absent on the last one.' }),
  })
  .meta({ id: 'JobPage', description: 'A page of the jobs of your account.' });

export type JobPage = z.infer<typeof jobPageSchema>;
