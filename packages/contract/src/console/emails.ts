import { z } from 'zod';

/** The emails that the service sends, for the operator to look at. */
export const consoleEmailNamesSchema = z.strictObject({
  mails: z.array(z.strictObject({ name: z.string(), subject: z.string() })),
});

/** One of them, with sample data; its HTML is a page of its own. */
export const consoleEmailSchema = z.strictObject({
  name: z.string(),
  subject: z.string(),
  text: z.string(),
});

export type ConsoleEmailNames = z.infer<typeof consoleEmailNamesSchema>;
export type ConsoleEmail = z.infer<typeof consoleEmailSchema>;
