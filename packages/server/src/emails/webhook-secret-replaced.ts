import type { EmailKind } from './letter.ts';

export interface WebhookSecretReplaced {
  /** From when on events are signed with the new secret; ISO 8601. */
  readonly from: string;
  /** Until when the former secret signs too; null if it ends at once. */
  readonly until: string | null;
}

export const webhookSecretReplaced: EmailKind<WebhookSecretReplaced> = {
  write: ({ from, until }) => ({
    subject: 'Your webhook secret is being replaced',
    body: [
      'We have replaced the keys from which the secrets of webhooks are made. Events to your receivers are signed with a new secret from then on:',
      {
        facts: [
          ['The new secret signs from', day(from)],
          [
            'The former secret signs until',
            until === null ? 'then, because its key may be known to others' : day(until),
          ],
        ],
      },
      until === null
        ? 'Make a new secret then, or your receivers refuse our events. Do not trust events that only the former secret signs.'
        : 'Make a new secret in between: until then each event also has the signature of the former one.',
      { button: 'Make a new secret', path: '/account/webhooks' },
    ],
  }),
  sample: { from: '2026-03-01T12:00:00.000Z', until: '2026-03-08T13:00:00.000Z' },
};

function day(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
