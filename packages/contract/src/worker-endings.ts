import { z } from 'zod';
import { costCents, stageMaxMs } from './worker-protocol.ts';

/** What a worker reports of an attempt: what it ordered from a renderer that bills, and how the attempt ended. */

/** What a worker sends before it orders from a renderer that bills, and again when it knows what that calls the order. */
export const remoteOrderRequestSchema = z.strictObject({
  account: z.string().min(1).max(200).meta({
    description:
      'The account at the renderer, the same for all workers that use it: its host and a short hash, without a secret.',
  }),
  id: z.string().min(1).max(500).optional().meta({
    description: 'What the renderer calls the order. Send it before anything waits for it.',
  }),
});

export const remoteOrderResponseSchema = z.object({
  order: z
    .object({
      key: z.string().meta({
        description:
          'The idempotency key for the renderer: the same while nobody knows what came of an order.',
      }),
      id: z.string().nullable().meta({
        description:
          'What the renderer calls an order of an earlier attempt: go on with that, and order nothing.',
      }),
      number: z
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Which of the orders of the job it is; an older server leaves it out.' }),
    })
    .nullable()
    .meta({
      description: 'null if the job was sent as often as it may be: let it fail, without a retry.',
    }),
});

/** A stage of the worker's work, by its own clock. */
export const stageSchema = z.strictObject({
  name: z.enum(['render', 'finish', 'upload']),
  ms: z.number().min(0).max(stageMaxMs),
  ended_ms_ago: z.number().min(0).max(stageMaxMs),
});

const stages = z.array(stageSchema).max(20).optional().meta({
  description:
    'What the worker did: `render` is the time that the renderer worked on the job, from which waits are estimated.',
});

/** What several attempts cost is added up. */
const cost = costCents.optional().meta({
  description:
    'What the attempt cost the operator, in US cents: as the renderer billed it, or by the costs in the settings of the worker.',
});

export const completeRequestSchema = z.strictObject({
  artifact: z.string().max(80),
  mime: z.enum(['image/png', 'video/mp4']),
  width: z.int().positive(),
  height: z.int().positive(),
  duration_seconds: z.number().positive().nullable(),
  bytes: z.int().positive().meta({ description: 'The size of the artifact.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({
      description: 'The SHA-256 of the artifact. What is stored is compared with it before it is paid.',
    }),
  engine: z.string().min(1).max(60),
  engine_version: z.string().min(1).max(60),
  origin: z.enum(['rules', 'trained-model']).optional().meta({
    description: 'How the engine renders. Needed for an image without `provenance` in its lease.',
  }),
  stages,
  cost_cents: cost,
});

const unsettled = z.boolean().optional().meta({
  description:
    'What was ordered from a renderer may still come, or be billed: the next attempt goes on with it. Otherwise it orders anew.',
});

export const releaseRequestSchema = z.strictObject({ unsettled });

export const failRequestSchema = z.strictObject({
  reason: z.string().min(1).max(500),
  retryable: z.boolean(),
  cause: z.enum(['render', 'storage']).optional().meta({
    description:
      '`storage` for a result that is rendered but cannot be delivered: the job fails at once, because to render it again would not help.',
  }),
  suspect: z
    .enum(['broken', 'likely'])
    .optional()
    .meta({
      description:
        'The renderer is at fault: it says that it is broken, or several jobs in a row have failed, and another worker may render this one. ' +
        'Five such faults of a job do not count.',
    }),
  unsettled,
  stages,
  cost_cents: cost,
});

/** The response to a failed attempt. */
export const failResponseSchema = z.object({
  outcome: z.enum(['retry', 'fail']),
  elsewhere: z.boolean().optional().meta({
    description:
      'Whether another live worker renders such jobs and has not failed this one: it is to try it first.',
  }),
});

export const blockRequestSchema = z.strictObject({
  category: z.string().min(1).max(60),
  reason: z.string().min(1).max(500),
  stages,
  cost_cents: cost,
});

export type Stage = z.infer<typeof stageSchema>;
export type CompleteRequest = z.infer<typeof completeRequestSchema>;
export type RemoteOrderRequest = z.infer<typeof remoteOrderRequestSchema>;
export type RemoteOrder = NonNullable<z.infer<typeof remoteOrderResponseSchema>['order']>;
export type ReleaseRequest = z.infer<typeof releaseRequestSchema>;
export type FailRequest = z.infer<typeof failRequestSchema>;
export type FailResponse = z.infer<typeof failResponseSchema>;
export type BlockRequest = z.infer<typeof blockRequestSchema>;
