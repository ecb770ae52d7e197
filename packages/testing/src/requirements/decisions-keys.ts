// The decisions: several API keys of an account.
import { now } from './requirement.ts';

export const decisionsKeys = [
  ...now('keys', {
    'DEC-KEYS-01': 'Show a new key once, in the response that makes it, and store its hash alone.',
    'DEC-KEYS-02':
      'Give an account at most 25 live keys by name; replace its own and its terminals’ at any time.',
    'DEC-KEYS-03':
      'Refuse a call whose key lacks the scope with 403 scope_required, naming it: generate for orders and quotes, read for what reads, manage for the rest and webhooks.',
    'DEC-KEYS-04': 'Refuse an expired or revoked key on every node from that moment on.',
    'DEC-KEYS-05':
      'Let the previous key of a rotation work for as long as the owner chooses: not at all, an hour, a day or a week.',
    'DEC-KEYS-06':
      'Refuse with 429 key_cap_reached, until the next month, an order that would take its key beyond its monthly cap at list price, also of orders at the same moment.',
    'DEC-KEYS-07':
      'Count a reversed charge back to the month and the key of its order, and keep the sum at rotations.',
    'DEC-KEYS-08':
      'Create and rotate a key, and let one do or spend more or live longer, only within an hour of signing in, with the second factor where there is one.',
    'DEC-KEYS-09': 'Record every creation, rotation, change and revocation of a key in the security log.',
    'DEC-KEYS-10': 'Replace only the key of terminals when a terminal is approved, and say so.',
    'DEC-KEYS-11': 'Note when a key was last used, at most once a minute and behind the requests.',
    'DEC-KEYS-12':
      'Answer a person about the keys, webhooks and deliveries of other accounts as about unknown ones.',
    'DEC-KEYS-13':
      'Let at most 100 keys of an account be created and rotated in a day, and any number revoked.',
  }),

  ...now('changes', {
    'DEC-CHANGE-01':
      'Record each change of a setting that moves money or results in the security log, with who made it: the console, which key, or a receiver.',
    'DEC-CHANGE-02':
      'Show the secret of webhooks only in the response that first sets an address or makes a new secret, to keys too.',
  }),

  ...now('webhooks', {
    'DEC-WEBHOOK-20':
      'Show the signing secret at the console once: with the first address, and when a new one is made.',
    'DEC-WEBHOOK-21': 'Show deliveries at the console with their status, and replay them.',
  }),

  ...now('connect', {
    'DEC-CONNECT-01':
      'Offer the MCP package and a configuration of each kind of host with the address of this service.',
    'DEC-CONNECT-02':
      'Show a quick start in curl, TypeScript and Python that runs as shown, with the address of this service.',
  }),
];
