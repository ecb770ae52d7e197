import type { MoneyOverview } from '@kinora/contract';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { moneyQuery } from './money-query.ts';

const POLL_MS = 2000;
const TEXTS = {
  payment: {
    open: 'The payment has not arrived yet. If you have just paid, this page shows it in a moment.',
    succeeded: 'Paid, thank you.',
    failed: 'The checkout ended without a payment. Nothing was charged.',
  },
  card: {
    open: 'No card has arrived yet. If you have just added one, this page shows it in a moment.',
    succeeded: 'The card was added.',
    failed: 'No card was added.',
  },
} as const;

/** What became of the page of the payment provider that the browser has returned from; nothing otherwise. */
export function ProviderReturn({ money }: { readonly money: MoneyOverview }) {
  const back = new URLSearchParams(window.location.search).get('back');
  const kind = back === 'payment' || back === 'card' ? back : undefined;
  const state = kind === 'card' ? money.latest_card_setup : money.latest_checkout;
  const isWaiting = kind !== undefined && state === 'open';
  useQuery({ ...moneyQuery, ...(isWaiting && { refetchInterval: POLL_MS }) });
  if (kind === undefined || state === null) return null;
  const color = { open: 'yellow', succeeded: 'green', failed: 'gray' }[state];
  return (
    <Alert color={color} variant="light" role="status">
      {TEXTS[kind][state]}
    </Alert>
  );
}
