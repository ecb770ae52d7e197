import { timeInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface NewKey {
  /** What its owner calls it. */
  readonly name: string;
  readonly prefix: string;
  /** The prefix of the key that it replaced. */
  readonly replaced: string | null;
  readonly network: string | null;
  /** ISO time. */
  readonly at: string;
}

export const newKey: EmailKind<NewKey> = {
  write: ({ name, prefix, replaced, network, at }) => ({
    subject: 'A new API key was created for your account',
    body: [
      'Your account has a new API key.',
      {
        facts: [
          ['Name', name],
          ['Key', `${prefix}…`],
          ...(replaced === null ? [] : [['Replaces', `${replaced}…`] as const]),
          ...(network === null ? [] : [['Network', network] as const]),
          ['Time', timeInWords(at)],
        ],
      },
      'If you did not create it, sign in, replace the key and set a new password.',
      { button: 'See your key', path: '/account/key' },
    ],
  }),
  sample: {
    name: 'Render farm',
    prefix: 'kn_8Zq2fT1x',
    replaced: 'kn_w0PfB6sd',
    network: '203.0.113.7',
    at: '2026-11-22T22:47:51Z',
  },
};
