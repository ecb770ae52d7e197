// The decisions: the typed client and the command line of customers.
import { now } from './requirement.ts';

export const decisionsClients = [
  ...now('client', {
    'DEC-CLIENT-01': 'Have a method for every call of v1, with the types of the contract.',
    'DEC-CLIENT-02':
      'Send a request again after a network error, rate_limited, 502, 503 and 504: with the same Idempotency-Key, and not before Retry-After.',
    'DEC-CLIENT-03': 'Report refused content, money, quotas and caps at once.',
    'DEC-CLIENT-04': 'Wait for a job by events, and by polls where events do not arrive.',
    'DEC-CLIENT-05': 'Download as a stream with progress, resume it, and never return a part of a file.',
    'DEC-CLIENT-06': 'Type the problems of v1 as a union that code discriminates.',
    'DEC-CLIENT-07': 'End every call with the reason of its AbortSignal.',
    'DEC-CLIENT-08':
      'Verify webhooks in the Standard Webhooks format with any of several secrets, in constant time, within a tolerance.',
    'DEC-CLIENT-09': 'Pack as ESM with its own types and no dependency, for Node from 20.',
    'DEC-CLIENT-10': 'Send the key to the service alone: not along a redirect, not with a download.',
    'DEC-CLIENT-11': 'Run in a browser, from an origin that the operator has listed.',
  }),
] as const;
