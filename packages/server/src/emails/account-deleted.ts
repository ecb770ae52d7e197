import type { EmailKind } from './letter.ts';

/** To the address that the account had. */
export type AccountDeleted = Readonly<Record<string, never>>;

export const accountDeleted: EmailKind<AccountDeleted> = {
  write: (_, { name, support }) => ({
    subject: `Your ${name} account is deleted`,
    body: [
      'Your account is deleted, with its images, videos and prompts. What was paid stays in the books, without your address.',
      `If you did not do this, contact ${support ?? 'the operator of the service'} at once.`,
    ],
  }),
  sample: {},
};
