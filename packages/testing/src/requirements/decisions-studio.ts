// The decisions: the studio of the web console.
import { now } from './requirement.ts';

export const decisionsStudio = [
  ...now('studio', {
    'DEC-STUDIO-01':
      'Ask once per account whether the person is 18 or older, and remember it with the account.',
  }),
];
