import type { MoneyOverview, UsageMonth } from '@kinora/contract';
import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Failure } from '../frame/failure.tsx';
import { Panel } from '../frame/panel.tsx';
import { counted } from '../value/count.ts';
import { Time } from '../value/time.tsx';
import { usd } from '../value/usd.ts';
import { AttentionList } from './money/attention-list.tsx';
import { MoneyPage } from './money/money-page.tsx';
import { usageQuery } from './money/usage-query.ts';
import { isRepriced } from './money/words.ts';

/** The account in short: what needs attention, plan, balance and this month's use. */
export function OverviewPage() {
  const usage = useQuery(usageQuery(undefined));
  return (
    <MoneyPage title="Overview">
      {(money) => (
        <>
          <AttentionList attention={money.attention} />
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
            <Panel title="Plan">
              <Big>{money.plan === null ? 'No plan' : money.plan.title}</Big>
              <Note>
                <PlanNote money={money} />
              </Note>
              {money.plan === null ? (
                <More to="/pricing">See the plans</More>
              ) : (
                <More to="/account/plan">Plan and pay per use</More>
              )}
            </Panel>
            <Panel title="Balance">
              <Big>{usd(money.balance.balance_cents)}</Big>
              <Note>{rechargeNote(money)}</Note>
              <More to="/account/payments">Top up and payments</More>
            </Panel>
            <Panel title="This month">
              {usage.data !== undefined && <MonthInShort month={usage.data} />}
              {usage.data === undefined && (
                <Failure error={usage.error} onRetry={() => void usage.refetch()} />
              )}
              <More to="/account/usage">Usage by day and job</More>
            </Panel>
          </SimpleGrid>
        </>
      )}
    </MoneyPage>
  );
}

function PlanNote({ money }: { readonly money: MoneyOverview }) {
  const { plan } = money;
  if (plan === null) return 'The studio is free up to HD size. The API is paid from the balance.';
  if (plan.ends_at !== null) {
    return (
      <>
        Cancelled; ends on <Time at={plan.ends_at} as="day" />.
      </>
    );
  }
  if (plan.next_charge === null) return 'It is not charged here.';
  return (
    <>
      {plan.next === null || isRepriced(plan) ? 'Next charge' : `Changes to ${plan.next.title}`}:{' '}
      {usd(plan.next_charge.amount_cents)} on <Time at={plan.next_charge.at} as="day" />.
    </>
  );
}

function rechargeNote({ balance }: MoneyOverview): string {
  const { enabled, amount_usd: amount, threshold_cents: below } = balance.auto_recharge;
  return enabled
    ? `Auto-recharge adds ${amount} USD when it falls below ${usd(below)}.`
    : 'Auto-recharge is off. A balance that you buy never expires.';
}

function MonthInShort({ month }: { readonly month: UsageMonth }) {
  const { usage, credits, days } = month;
  const made = days.reduce((sum, day) => sum + day.credit_images + day.credit_videos, 0);
  return (
    <>
      <Big>{usd(usage.overage_charged_cents)}</Big>
      <Note>
        Paid per use. With the API: {counted(usage.images_used, 'image')} and{' '}
        {counted(usage.video_seconds_used, 'second')} of video. In the studio: {counted(made, 'result')}, for{' '}
        {counted(credits.used, 'credit')}.
      </Note>
    </>
  );
}

function Big({ children }: { readonly children: ReactNode }) {
  return (
    <Text fz="1.75rem" fw={650} lh={1.2}>
      {children}
    </Text>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Stack flex={1}>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
}

function More({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} size="sm" py="xs">
      {children}
    </Anchor>
  );
}
