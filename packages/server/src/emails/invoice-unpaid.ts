import { formatUsd } from '../kernel/money.ts';
import { monthInWords } from '../kernel/time-in-words.ts';
import type { EmailKind } from './letter.ts';

export interface InvoiceUnpaid {
  readonly cents: number;
  /** First day, as 2026-10-01. */
  readonly month: string;
  readonly document: string;
}

/** Arrears. */
export const invoiceUnpaid: EmailKind<InvoiceUnpaid> = {
  write: ({ cents, month, document }) => ({
    subject: `Your invoice of ${formatUsd(cents)} USD is unpaid`,
    body: [
      `Your card declined the invoice of ${formatUsd(cents)} USD for ${monthInWords(month)}.`,
      "Pay per use is paused until it is paid. Your prepaid balance and your plan's allowance are not affected.",
      'Top up with a valid card: the invoice is then charged to it.',
      { button: 'Pay with another card', path: '/account/top-up' },
      { button: 'Open the invoice (PDF)', path: document },
    ],
  }),
  sample: {
    cents: 4210,
    month: '2026-10-01',
    document: '/api/console/invoices/019aac3e-5a4b-7000-8000-000000000002.pdf',
  },
};
