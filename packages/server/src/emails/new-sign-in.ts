import { timeInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface NewSignIn {
  /** ISO time. */
  readonly at: string;
  readonly browser: string;
  readonly network: string;
}

export const newSignIn: EmailKind<NewSignIn> = {
  write: ({ at, browser, network }, { name }) => ({
    subject: `New sign-in to your ${name} account`,
    body: [
      'Somebody signed in to your account from a new browser.',
      {
        facts: [
          ['Browser', browser],
          ['Network', network],
          ['Time', timeInWords(at)],
        ],
      },
      'If it was you, there is nothing to do.',
      'If it was not, set a new password now. That ends every session.',
      { button: 'Set a new password', path: '/signin/password' },
    ],
  }),
  sample: { at: '2026-11-22T22:47:51Z', browser: 'Firefox on Linux', network: '203.0.113.7' },
};
