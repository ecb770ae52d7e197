import { formatUsd } from '../kernel/money.ts';
import type { EmailKind } from './letter.ts';

interface TakenBack {
  readonly cents: number;
  /** The part that was spent, so that it is owed. */
  readonly owedCents: number;
}

export const paymentTakenBack: EmailKind<TakenBack> = {
  write: ({ cents, owedCents }) => ({
    subject: `A payment of ${formatUsd(cents)} USD went back to you`,
    body: [
      `${formatUsd(cents)} USD of what you paid went back to you, by a refund or a dispute.`,
      owedCents === 0
        ? 'It was taken from your balance. Auto-recharge is off.'
        : `${formatUsd(cents - owedCents)} USD were taken from your balance. The other ${formatUsd(owedCents)} USD had been ` +
          'spent, so they are owed: orders are refused until they are paid, by a top-up or from your balance. ' +
          'Auto-recharge is off.',
      { button: 'Open payments', path: '/account/payments' },
    ],
  }),
  sample: { cents: 2500, owedCents: 700 },
};

export const paymentReturned: EmailKind<TakenBack> = {
  write: ({ cents }) => ({
    subject: `Your payment of ${formatUsd(cents)} USD counts again`,
    body: [
      `A refund or dispute of ${formatUsd(cents)} USD did not take effect, so the money counts again: what was taken from your ` +
        'balance is back, and what was owed for it is not owed any more. Auto-recharge stays off until you turn it on.',
      { button: 'Open payments', path: '/account/payments' },
    ],
  }),
  sample: { cents: 2500, owedCents: 0 },
};
