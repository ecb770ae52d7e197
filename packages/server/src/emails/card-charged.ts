import { formatUsd } from '../kernel/money.ts';
import { monthInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface CardCharged {
  readonly cents: number;
  readonly purpose: 'top_up' | 'auto_recharge' | 'plan' | 'invoice';
  /** First day, of an invoice. */
  readonly month?: string;
  /** What paid, by the provider's name for it, if that was no card. */
  readonly paidWith?: string;
  /** The path of the receipt, or of the invoice. */
  readonly document: string;
}

const PURPOSES = {
  top_up: 'a top-up of your balance',
  auto_recharge: 'an auto-recharge of your balance',
  plan: 'your plan',
} as const;

export const cardCharged: EmailKind<CardCharged> = {
  write: ({ cents, purpose, month = '', document, paidWith }) => {
    const usd = `${formatUsd(cents)} USD`;
    const what = purpose === 'invoice' ? `pay per use in ${monthInWords(month)}` : PURPOSES[purpose];
    return {
      subject: paidWith === undefined ? `Your card was charged ${usd}` : `You paid ${usd}`,
      body: [
        paidWith === undefined
          ? `Your card was charged ${usd} for ${what}.`
          : `You paid ${usd} by ${paidWith.replaceAll('_', ' ')} for ${what}. That payment method is not saved: to recharge ` +
            'automatically, add a card.',
        {
          button: purpose === 'invoice' ? 'Open the invoice (PDF)' : 'Open the receipt (PDF)',
          path: document,
        },
        'If you did not expect this, sign in, turn auto-recharge off and replace your API key.',
      ],
    };
  },
  sample: {
    cents: 2500,
    purpose: 'auto_recharge',
    document: '/api/console/receipts/019aac3e-5a4b-7000-8000-000000000001.pdf',
  },
};
