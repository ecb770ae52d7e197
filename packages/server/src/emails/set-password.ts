import type { EmailKind } from './letter.ts';

export interface SetPassword {
  /** Has a secret. */
  readonly url: string;
}

export const setPassword: EmailKind<SetPassword> = {
  write: ({ url }, { name }) => ({
    subject: `Set your ${name} password`,
    body: [
      'Open this link to set a new password; it works once, within an hour:',
      { button: 'Set a password', url },
      'If you did not request it, ignore this email: your password stays unchanged.',
    ],
  }),
  sample: { url: 'https://media.example.com/signin/password?token=sample' },
};
