import type { EmailKind } from './letter.ts';

export interface NewAddress {
  /** Has a secret. */
  readonly url: string;
}

export const newAddress: EmailKind<NewAddress> = {
  write: ({ url }, { name }) => ({
    subject: `Confirm your new email address for ${name}`,
    body: [
      `Open this link, where you are signed in, to use this address for your ${name} account; it is valid for an hour:`,
      { button: 'Use this address', url },
      'If you did not request it, ignore this email: nothing changes.',
    ],
  }),
  sample: { url: 'https://media.example.com/signin/email?token=sample' },
};
