// The decisions: the keys of an installation, and how one is replaced.
import { now } from './requirement.ts';

export const decisionsSecrets = [
  ...now('secrets', {
    'DEC-SECRET-01': 'Use a key of its own for each purpose, in numbered versions.',
    'DEC-SECRET-02':
      'Go on with what a version without keys by purpose signed or encrypted, without changing its file.',
    'DEC-SECRET-03':
      'Replace a key with kinora secrets rotate, while servers run, and write it to the security log.',
    'DEC-SECRET-04':
      'Honour what an earlier key signed for as long as it lives, and then delete the earlier key.',
    'DEC-SECRET-05': 'Honour nothing that an earlier key signed after kinora secrets rotate --now.',
    'DEC-SECRET-06': 'Let the new key sign later, so that every server has it by then.',
    'DEC-SECRET-07': 'Encrypt again what is stored before the earlier encryption key ends.',
    'DEC-SECRET-08': 'Sign webhooks with the secrets of both keys for a week, and tell the customers.',
    'DEC-SECRET-09':
      'Recognise marks of earlier watermark keys forever, and count one of a key that leaked as no proof.',
    'DEC-SECRET-10': 'Show the versions and ages of the keys, and never a key.',
    'DEC-SECRET-11': 'Accept the events of two endpoints at Stripe while one replaces the other.',
  }),
] as const;
