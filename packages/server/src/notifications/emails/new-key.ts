import { type EmailKind, timeInWords } from '../letter.ts';

export interface NewKey {
  readonly prefix: string;
  /** The prefix of the key that it replaced. */
  readonly replaced: string | null;
  readonly network: string | null;
  /** ISO time. */
  readonly at: string;
}

export const newKey: EmailKind<NewKey> = {
  write: ({ prefix, replaced, network, at }) => ({
    subject: 'A new API key was created for your account',
    body: [
      'Your account has a new API key.',
      {
        facts: [
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
    prefix: 'kin_live_8Zq2',
    replaced: 'kin_live_w0Pf',
    network: '203.0.113.7',
    at: '2026-11-22T22:47:51Z',
  },
};
