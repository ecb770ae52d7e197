import { formatUsd } from '../kernel/money.ts';
import type { EmailKind } from './letter.ts';

export interface RechargeDeclined {
  readonly cents: number;
}

export const rechargeDeclined: EmailKind<RechargeDeclined> = {
  write: ({ cents }) => ({
    subject: 'Auto-recharge is off: your card was declined',
    body: [
      `Your card declined an auto-recharge of ${formatUsd(cents)} USD, so auto-recharge is turned off now.`,
      'Nothing was charged. Requests continue to work while your balance covers them.',
      'After that, top up with a card that works and turn auto-recharge on again.',
      { button: 'Top up', path: '/account/top-up' },
    ],
  }),
  sample: { cents: 2500 },
};
