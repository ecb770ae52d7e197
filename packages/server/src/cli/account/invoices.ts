import { writeText } from '@kinora/program/terminal-text';
import { formatUsd } from '../../kernel/money.ts';
import { listInvoices } from '../../payments/month-end/list-invoices.ts';
import { withAccount } from './change.ts';

/** Prints the month-end invoices of an account, newest first. */
export async function invoices(email: string, json: boolean): Promise<number> {
  const listed = await withAccount(email, listInvoices);
  const lines = listed.map(
    ({ month, amount_cents: cents, state, collection }) =>
      `${month.slice(0, 7)}  ${formatUsd(cents)} USD  ${state}  ${collection === 'manual' ? 'collected by you' : 'charged to the card'}\n`,
  );
  writeText(json ? `${JSON.stringify(listed)}\n` : lines.join('') || 'No invoices.\n');
  return 0;
}
