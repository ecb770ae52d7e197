import { timeInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface TerminalApproved {
  /** What the client calls itself; null if it does not. */
  readonly client: string | null;
  /** The network of the terminal. */
  readonly terminal: string;
  /** The network of the browser that approved it. */
  readonly network: string;
  /** ISO time. */
  readonly at: string;
}

export const terminalApproved: EmailKind<TerminalApproved> = {
  write: ({ client, terminal, network, at }) => ({
    subject: 'A terminal was given access to your account',
    body: [
      'A request for an API key was approved in a browser that is signed in to your account. The terminal that asked gets the key.',
      {
        facts: [
          ['Name of the program', client ?? 'none given'],
          ['Network of the terminal', terminal],
          ['Approved from', network],
          ['Time', timeInWords(at)],
        ],
      },
      'The program chose its own name, which was not checked.',
      'If you did not approve it, sign in, replace your key and set a new password.',
      { button: 'Replace the key', path: '/account/key' },
    ],
  }),
  sample: {
    client: 'Claude Desktop',
    terminal: '198.51.100.23',
    network: '203.0.113.7',
    at: '2026-11-22T22:47:51Z',
  },
};
