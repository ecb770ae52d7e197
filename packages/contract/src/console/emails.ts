import { z } from 'zod';

/** The emails that the service sends, for the operator to look at. */
export const consoleEmailNamesSchema = z.strictObject({
  mails: z.array(z.strictObject({ name: z.string(), subject: z.string() })),
});

/** One of them, with sample data. */
export const consoleEmailSchema = z.strictObject({
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  /** A whole page: to be shown in a sandboxed frame. */
  html: z.string(),
});

export type ConsoleEmailNames = z.infer<typeof consoleEmailNamesSchema>;
export type ConsoleEmail = z.infer<typeof consoleEmailSchema>;
