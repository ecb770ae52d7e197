import type { MoneyOverview } from '@kinora/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../frame/notice.tsx';
import { toast } from '../../frame/toast.tsx';
import { moneyQuery } from './money-query.ts';
import { takeNext } from './return-after.ts';

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

const TONES = { open: 'warn', succeeded: 'good', failed: 'plain' } as const;

/**
 * What became of the page of the payment provider that the browser has returned from; nothing otherwise. Once it is known
 * the address says nothing of it any more, so that neither a reload nor a bookmark thanks for it again. What was paid for
 * something else leads there.
 */
export function ProviderReturn({ money }: { readonly money: MoneyOverview }) {
  const [back] = useState(() => new URLSearchParams(window.location.search).get('back'));
  const kind = back === 'payment' || back === 'card' ? back : undefined;
  const state = kind === 'card' ? money.latest_card_setup : money.latest_checkout;
  const isWaiting = kind !== undefined && state === 'open';
  useQuery({ ...moneyQuery, ...(isWaiting && { refetchInterval: POLL_MS }) });
  const isKnown = kind !== undefined && !isWaiting;
  useEffect(() => {
    if (!isKnown) return;
    const next = takeNext();
    if (state !== 'succeeded' || next === undefined) {
      navigate(window.location.pathname, { replace: true });
      return;
    }
    toast(TEXTS.payment.succeeded);
    navigate(next, { replace: true });
  }, [isKnown, state]);
  if (kind === undefined || state === null) return null;
  return <Notice tone={TONES[state]}>{TEXTS[kind][state]}</Notice>;
}
