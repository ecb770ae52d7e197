import { formatUsd } from '../kernel/money.ts';
import type { EmailKind } from './letter.ts';

export interface RefundFailed {
  readonly cents: number;
}

export const refundFailed: EmailKind<RefundFailed> = {
  write: ({ cents }) => ({
    subject: `Your refund of ${formatUsd(cents)} USD did not go through`,
    body: [
      `Your bank did not accept the refund of ${formatUsd(cents)} USD.`,
      'The amount was added to your balance again.',
      { button: 'See your balance', path: '/account/payments' },
    ],
  }),
  sample: { cents: 1000 },
};
