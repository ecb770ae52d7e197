import { z } from 'zod';
import { pageCursorSchema, pageLimitSchema } from '../pages.ts';

export const consoleDocumentsQuerySchema = z.strictObject({
  limit: pageLimitSchema,
  cursor: pageCursorSchema.optional(),
});

/** Invoices, receipts and credit notes, newest first. */
export const consoleDocumentsSchema = z.strictObject({
  documents: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['invoice', 'top_up', 'auto_recharge', 'plan', 'refund']),
      /** Negative for a refund. */
      amount_cents: z.int(),
      created_at: z.iso.datetime(),
      /** The path of the PDF. */
      pdf: z.string(),
    }),
  ),
  next_cursor: z.uuid().nullable(),
});

export type ConsoleDocuments = z.infer<typeof consoleDocumentsSchema>;
