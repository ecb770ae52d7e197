import { z } from 'zod';
import { emailMax, passwordMax } from '../limits.ts';

/** The console's page of one's own data: export, and deletion of the account. Amounts are whole US cents. */

export const deletionPreviewSchema = z.strictObject({
  balance_cents: z.int(),
  /** What unfinished jobs hold of the prepaid balance; a deletion forfeits it too. */
  held_cents: z.int(),
  /** Pay per use that is not charged yet; the account cannot be deleted until it is. */
  owed_cents: z.int(),
  in_arrears: z.boolean(),
  /** A payment or a refund is in progress. */
  payment_open: z.boolean(),
  /** The title of the plan whose subscription would be cancelled. */
  subscription: z.string().nullable(),
  unfinished_jobs: z.int(),
  /** Jobs whose results and prompts are kept. */
  kept_jobs: z.int(),
});

export const deleteAccountSchema = z.strictObject({
  password: z.string().min(1).max(passwordMax),
  /** The address of the account, typed. */
  email: z.string().max(emailMax),
  /** The balance that is forfeited, as it was shown. */
  forfeit_balance_cents: z.int().min(0),
});

export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;
