import type { Attention } from '@kinora/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Notice } from '../../frame/notice.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { PayArrears } from './pay-arrears.tsx';

/** What keeps the account from being served, or soon will, each with its remedy. */
export function AttentionList({ attention }: { readonly attention: readonly Attention[] }) {
  if (attention.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="What needs your attention">
      {attention.map((one) => (
        <AttentionItem key={one.kind} attention={one} />
      ))}
    </Stack>
  );
}

interface Words {
  readonly title: string;
  readonly text: ReactNode;
  readonly remedy?: ReactNode;
  /** Something is refused now. */
  readonly stops: boolean;
}

export function AttentionItem({ attention }: { readonly attention: Attention }) {
  const { title, text, remedy, stops } = wordsFor(attention);
  const Icon = stops ? TriangleAlert : CircleAlert;
  return (
    <Notice tone={stops ? 'stop' : 'warn'} title={title} icon={<Icon size={18} aria-hidden="true" />}>
      <Group justify="space-between" align="center" gap="md">
        <Text size="sm" flex="1 1 18rem">
          {text}
        </Text>
        {remedy}
      </Group>
    </Notice>
  );
}

function wordsFor(attention: Attention): Words {
  const payments = (name: string) => (
    <Button component={Link} to="/account/payments" size="xs" variant="default">
      {name}
    </Button>
  );
  switch (attention.kind) {
    case 'account_review':
      return {
        stops: true,
        title: 'Payments are paused for review',
        text: 'A payment of this account was disputed, so nothing can be generated or bought. Contact the operator of this service.',
      };
    case 'suspended':
      return {
        stops: true,
        title: 'The account is suspended',
        text: (
          <>
            Most of its recent requests were rejected by the safety check. It is served again from{' '}
            <Time at={attention.until} />, without anything to do.
          </>
        ),
      };
    case 'arrears':
      if (attention.taken_back_cents > 0) return wordsForTakenBack(attention);
      return {
        stops: true,
        title: `An invoice of ${usd(attention.amount_cents)} is unpaid`,
        text: (
          <>
            The card declined it, so pay per use is paused since <Time at={attention.since} as="day" />. It
            continues the moment the invoice is paid.
          </>
        ),
        remedy: <PayArrears arrears={attention} />,
      };
    case 'recharge_declined':
      return {
        stops: false,
        title: 'Auto-recharge is off',
        text: (
          <>
            The card declined it on <Time at={attention.at} as="day" />. Top up or add another card, then turn
            it on again.
          </>
        ),
        remedy: payments('Go to payments'),
      };
    case 'card_not_saved':
      return {
        stops: false,
        title: 'There is no card to recharge with',
        text: `You paid by ${attention.paid_with.replaceAll('_', ' ')}, which cannot be charged again by itself. Add a card to use auto-recharge or a plan.`,
        remedy: payments('Add a card'),
      };
    case 'card_expired':
      return {
        stops: false,
        title: 'The card has expired',
        text: `The card ending in ${attention.last4} will be declined. Add another one.`,
        remedy: payments('Add a card'),
      };
    case 'card_missing':
      return {
        stops: true,
        title: 'There is no card on file',
        text: 'Pay per use is on, but there is no card to charge, so such requests are refused.',
        remedy: payments('Add a card'),
      };
    case 'pay_per_use_off':
      return {
        stops: true,
        title: 'Pay per use is off',
        text: 'Your plan pays per use: turn it on and choose a monthly cap to use the API.',
        remedy: (
          <Button component={Link} to="/account/plan" size="xs" variant="default">
            Turn it on
          </Button>
        ),
      };
    case 'balance_low':
      return {
        stops: false,
        title: 'The balance is low',
        text: 'Requests are refused when it does not cover their price.',
        remedy: payments('Top up'),
      };
  }
}

/** A payment that went back after it was spent stops everything; the balance pays it, and so does the next top-up. */
function wordsForTakenBack(attention: Extract<Attention, { kind: 'arrears' }>): Words {
  return {
    stops: true,
    title: `${usd(attention.amount_cents)} are owed`,
    text: (
      <>
        A payment went back by a refund or a dispute after {usd(attention.taken_back_cents)} of it had been
        spent. Orders are refused until that is paid: top up, or pay it from the balance.
      </>
    ),
    remedy: <PayArrears arrears={attention} />,
  };
}
