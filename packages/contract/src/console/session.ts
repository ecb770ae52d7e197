import { z } from 'zod';

/** The schemas of the web console's own interface, below /api/console; it may change with any version. */

export const consoleSessionSchema = z.discriminatedUnion('signed_in', [
  z.strictObject({ signed_in: z.literal(false) }),
  z.strictObject({
    signed_in: z.literal(true),
    account_id: z.uuid(),
    email: z.string(),
    /** Whether the operator's pages and routes are open to this person. */
    operator: z.boolean(),
    /** Whether the session was opened or confirmed with a second factor, which the operator's routes need. */
    second_factor: z.boolean(),
    /** Whether the person has said that they are 18 or older; `POST /age` records it. */
    age_confirmed: z.boolean(),
  }),
]);

export type ConsoleSession = z.infer<typeof consoleSessionSchema>;
