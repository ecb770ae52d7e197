import { formatUsd } from '../kernel/money.ts';
import { monthInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface InvoiceReady {
  readonly cents: number;
  /** First day, as 2026-10-01. */
  readonly month: string;
  /** Who collects it: the card on file is charged, or the operator sends the account details. */
  readonly collection: 'card' | 'manual';
  readonly document: string;
}

export const invoiceReady: EmailKind<InvoiceReady> = {
  write: ({ cents, month, collection, document }) => ({
    subject: `Your invoice for ${monthInWords(month)}: ${formatUsd(cents)} USD`,
    body: [
      `Your invoice for pay per use in ${monthInWords(month)} is ready: ${formatUsd(cents)} USD.`,
      collection === 'card'
        ? 'It is charged to the card of your plan; there is nothing to do.'
        : 'Pay it as agreed with your provider. No card is charged.',
      { button: 'Open the invoice (PDF)', path: document },
    ],
  }),
  sample: {
    cents: 4210,
    month: '2026-10-01',
    collection: 'card',
    document: '/api/console/invoices/019aac3e-5a4b-7000-8000-000000000002.pdf',
  },
};
