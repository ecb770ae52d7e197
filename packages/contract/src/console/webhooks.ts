import { z } from 'zod';

/** Where the webhooks of an account go, as the console shows it. */
export const consoleWebhooksSchema = z.strictObject({
  /** Null for nowhere. */
  url: z.string().nullable(),
  /** Until when earlier secrets sign too; null if none does. */
  previous_secrets_until: z.iso.datetime().nullable(),
  /** The signing secret: only in the response that sets the first address, or that makes a new secret. */
  secret: z.string().optional(),
});

export type ConsoleWebhooks = z.infer<typeof consoleWebhooksSchema>;
