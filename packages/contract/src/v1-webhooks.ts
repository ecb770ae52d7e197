import { z } from 'zod';
import { webhookUrlMaxLength } from './limits.ts';
import { pageCursorSchema, pageLimitSchema } from './pages.ts';
import { jobStatusSchema } from './v1-jobs.ts';

/** Only its length is checked here: which addresses a server may call depends on its settings. */
export const webhookUrlSchema = z
  .string()
  .max(webhookUrlMaxLength, `must have at most ${webhookUrlMaxLength} characters`);

export const webhookEventTypes = ['job.completed', 'job.failed', 'job.blocked', 'balance.low'] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

const timestamp = z.iso.datetime().meta({ description: 'When it happened.' });

export const jobEventSchema = z
  .strictObject({
    type: z.enum(['job.completed', 'job.failed', 'job.blocked']),
    timestamp,
    data: jobStatusSchema,
  })
  .meta({ id: 'JobEvent', description: 'A job ended.' });

/** The body of a webhook. */
export const webhookEventSchema = z
  .discriminatedUnion('type', [
    jobEventSchema,
    z
      .strictObject({
        type: z.literal('balance.low'),
        timestamp,
        data: z.strictObject({
          balance_cents: z
            .int()
            .min(0)
            .meta({ description: 'The prepaid balance after the order, in cents.' }),
        }),
      })
      .meta({ id: 'BalanceEvent', description: 'The balance is low.' }),
  ])
  .meta({ id: 'WebhookEvent', description: 'What happened.' });

export type WebhookEvent = z.infer<typeof webhookEventSchema>;

export const webhookSettingsSchema = z
  .strictObject({
    url: z
      .string()
      .nullable()
      .meta({ description: 'Where events go unless their order has a `webhook_url`; null for nowhere.' }),
    secret: z.string().optional().meta({
      description:
        'The secret that signs the events, whatever their address: only in the response that first sets an address, or that makes a new secret. Give it to your verification library.',
    }),
    previous_secrets_until: z.iso.datetime().nullable().meta({
      description: 'Until when earlier secrets sign too, after a rotation; null if none does.',
    }),
  })
  .meta({
    id: 'WebhookSettings',
    description: 'Where the webhooks of your account go, and what signs them.',
  });

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

export const webhookSettingsRequestSchema = z
  .strictObject({
    url: webhookUrlSchema.nullable().meta({
      description: 'The `https` address of your receiver; null sends only what an order asks for.',
    }),
  })
  .meta({ id: 'WebhookSettingsRequest' });

/** A request that has no field. */
export const noFieldsSchema = z.strictObject({});

export const webhookDeliverySchema = z
  .strictObject({
    id: z.uuid().meta({ description: 'The `webhook-id` of every attempt.' }),
    type: z.enum(webhookEventTypes).meta({ description: 'What happened.' }),
    url: z.string().meta({ description: 'Where it goes.' }),
    job_id: z.uuid().nullable().meta({ description: 'The job; null for `balance.low`.' }),
    state: z.enum(['pending', 'delivered', 'failed']).meta({
      description:
        '`pending` while attempts are left; `failed` when there will be no more, unless you replay it.',
    }),
    attempts: z.int().min(0).meta({ description: 'Attempts so far, since the latest replay.' }),
    last_status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the latest attempt; null if there was no response.' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the latest attempt failed; null if it did not.' }),
    last_attempt_at: z.iso.datetime().nullable().meta({ description: 'When the latest attempt ended.' }),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the next attempt is due; null for at once, and if there is none.' }),
    created_at: z.iso.datetime().meta({ description: 'When it happened; the `timestamp` of the body.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event and the state of its delivery.' });

export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryPageQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
  state: webhookDeliverySchema.shape.state.optional(),
});

export const webhookDeliveryPageSchema = z
  .strictObject({
    deliveries: z.array(webhookDeliverySchema).meta({ description: 'Newest first.' }),
    next_cursor: z
      .uuid()
      .optional()
      .meta({ description: 'The `cursor` of the next page; absent on the last one.' }),
  })
  .meta({ id: 'WebhookDeliveryPage', description: 'A page of the events of the last 30 days.' });

export type WebhookDeliveryPage = z.infer<typeof webhookDeliveryPageSchema>;
