import { formatUsd } from '../kernel/money.ts';
import { dayInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface PlanPriceChanged {
  /** Its name, such as Pro. */
  readonly plan: string;
  readonly interval: 'month' | 'year';
  readonly formerCents: number;
  readonly cents: number;
  /** The renewal, in ISO 8601. */
  readonly at: string;
}

export const planPriceChanged: EmailKind<PlanPriceChanged> = {
  write: ({ plan, interval, formerCents, cents, at }) => ({
    subject: `The price of your ${plan} plan changes on ${dayInWords(at)}`,
    body: [
      `Your ${plan} plan renews on ${dayInWords(at)}. From then on it costs ${formatUsd(cents)} USD a ${interval} instead of ` +
        `${formatUsd(formerCents)} USD.`,
      'What you have paid for until then keeps its price. Nothing is charged now.',
      'If you do not want the plan at this price, cancel it or choose another one before that day.',
      { button: 'See your plan', path: '/account/plan' },
    ],
  }),
  sample: { plan: 'Pro', interval: 'month', formerCents: 1900, cents: 2400, at: '2027-01-15T09:30:00.000Z' },
};
