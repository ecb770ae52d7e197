import { z } from 'zod';
import { workerName } from './worker-protocol.ts';

/** Why a worker takes no jobs: the first four its renderer says, the last the worker sees by itself. */
export const troubleKinds = ['no_credit', 'rejected_key', 'unavailable', 'broken', 'faults'] as const;
export const troubleSentenceMax = 500;

/** A worker reports it every twenty seconds while it takes no jobs. Its next lease request ends it, unless that is a probe. */
export const troubleRequestSchema = z.strictObject({
  worker: workerName,
  kind: z.enum(troubleKinds),
  sentence: z.string().min(1).max(troubleSentenceMax).meta({
    description: 'What the renderer says, for operators alone: without secrets, and without prompts.',
  }),
});

export type TroubleRequest = z.infer<typeof troubleRequestSchema>;
/** What keeps a worker from rendering. */
export type Trouble = Pick<TroubleRequest, 'kind' | 'sentence'>;
