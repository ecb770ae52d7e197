import type { AccountPlan, MoneyOverview } from '@kinora/contract';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Notice } from '../../frame/notice.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { KeepPlan } from './keep-plan.tsx';
import { useMoneyChange } from './money-query.ts';
import { isRepriced, monthlyCents, offerPrice } from './words.ts';

/** The plan in force. */
export function CurrentPlan({ money }: { readonly money: MoneyOverview }) {
  const { plan } = money;
  if (plan === null) {
    return (
      <Panel title="Your plan">
        <Text>
          None. The studio is free up to HD size, and the API is paid from the balance. A plan adds what is
          listed below.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Your plan" aside={plan.ends_at !== null && <Badge variant="default">Cancelled</Badge>}>
      <Stack gap={4}>
        <Text size="xl" fw={650}>
          {plan.title}
        </Text>
        <Text c="dimmed">{priceOf(plan)}</Text>
      </Stack>
      {plan.next_charge !== null && (plan.next === null || isRepriced(plan)) && (
        <Text size="sm">
          Next charge: <strong>{usd(plan.next_charge.amount_cents)}</strong> on{' '}
          <Time at={plan.next_charge.at} as="day" />.
        </Text>
      )}
      <ComingChange plan={plan} />
      {plan.manageable && plan.ends_at === null && <CancelPlan plan={plan} />}
    </Panel>
  );
}

/** A cancellation or a scheduled change, with the way to keep the plan. */
function ComingChange({ plan }: { readonly plan: AccountPlan }) {
  const name = plan.title;
  if (plan.ends_at === null && plan.next === null) return null;
  if (plan.next !== null && isRepriced(plan)) return <OtherPrice plan={plan} next={plan.next} />;
  return (
    <Notice tone="warn">
      <Group justify="space-between" gap="md">
        <Text size="sm">
          {plan.ends_at !== null && (
            <>
              {name} ends on <Time at={plan.ends_at} as="day" /> and is not charged again.
            </>
          )}
          {plan.next !== null && (
            <>
              Changes to {plan.next.title} on <Time at={plan.next.at} as="day" />
              {plan.next_charge !== null && <>, for {usd(plan.next_charge.amount_cents)}</>}.
            </>
          )}
        </Text>
        <KeepPlan plan={plan} />
      </Group>
    </Notice>
  );
}

interface OtherPriceProps {
  readonly plan: AccountPlan;
  readonly next: NonNullable<AccountPlan['next']>;
}

function OtherPrice({ plan, next }: OtherPriceProps) {
  const { amount_cents: cents } = plan;
  return (
    <Notice tone="warn">
      <Text size="sm">
        From <Time at={next.at} as="day" /> on, {plan.title} costs {usd(next.amount_cents)} a {next.interval}
        {cents !== null && <> instead of {usd(cents)}</>}. What you have paid for keeps its price.
      </Text>
    </Notice>
  );
}

function CancelPlan({ plan }: { readonly plan: AccountPlan }) {
  const name = plan.title;
  const cancel = useMoneyChange(
    () => callConsole<MoneyOverview>('/billing/plan', { method: 'DELETE' }),
    `${name} is cancelled.`,
  );
  return (
    <Group>
      <ConfirmButton action={`Cancel ${name}`} change={cancel} isDestructive size="sm">
        {name} and its allowance last until the end of the paid period, and it is not charged again. You keep
        your balance and your API keys. Until then you can change your mind.
      </ConfirmButton>
    </Group>
  );
}

/** What it costs now, or why that is not known here. */
function priceOf(plan: AccountPlan): string {
  const { amount_cents: cents, interval } = plan;
  if (cents === null || interval === null) return sourceOf(plan);
  return offerPrice({ interval, monthly_cents: monthlyCents(cents, interval) });
}

function sourceOf({ source, billing }: AccountPlan): string {
  switch (source) {
    case 'operator':
      return billing === 'manual'
        ? 'Granted by the operator of this service, who sends you the invoices for pay per use.'
        : 'Granted by the operator of this service; it is not charged.';
    case 'app_store':
      return 'Bought in the app store; change or cancel it there. It cannot pay per use.';
    case 'web':
      return 'Bought through another payment provider; the operator of this service can change it.';
  }
}
