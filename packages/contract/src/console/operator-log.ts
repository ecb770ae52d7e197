import { z } from 'zod';
import { emailMax } from '../limits.ts';
import { pageLimitSchema } from '../pages.ts';
import { isoTimeSchema } from './operator-common.ts';

/** The query of GET /operator/log. */
export const auditLogQuerySchema = z.strictObject({
  kind: z.string().max(40).optional(),
  /** The id or the email address of the account that the event is about, or of the operator who did it. */
  account: z.string().trim().max(emailMax).optional(),
  network: z.string().trim().max(100).optional(),
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  limit: pageLimitSchema,
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be the next_cursor of a page')
    .optional(),
});

export const auditLogSchema = z.strictObject({
  events: z.array(
    z.strictObject({
      id: z.int(),
      at: isoTimeSchema,
      kind: z.string(),
      account_id: z.uuid().nullable(),
      email: z.string().nullable(),
      operator_email: z.string().nullable(),
      network: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  /** Every kind of event that there can be, for the filter. */
  kinds: z.array(z.string()),
  next_cursor: z.string().optional(),
});
export type AuditLog = z.infer<typeof auditLogSchema>;
