import type { EmailKind } from './letter.ts';

export interface ConfirmAddress {
  /** Has a secret. */
  readonly url: string;
}

export const confirmAddress: EmailKind<ConfirmAddress> = {
  write: ({ url }, { name }) => ({
    subject: `Confirm your email address for ${name}`,
    body: [
      'Open this link to confirm that this address is yours; it is valid for a day:',
      { button: 'Confirm the address', url },
      `If you did not sign up for ${name}, ignore this email: the account cannot be used without the confirmation.`,
    ],
  }),
  sample: { url: 'https://media.example.com/api/auth/verify-email?token=sample' },
};
