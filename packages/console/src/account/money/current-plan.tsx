import type { AccountPlan, MoneyOverview } from '@kinora/contract';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { KeepPlan } from './keep-plan.tsx';
import { useMoneyChange } from './money-query.ts';
import { Notice } from './notice.tsx';
import { offerPrice, planName } from './words.ts';

/** The plan in force. */
export function CurrentPlan({ money }: { readonly money: MoneyOverview }) {
  const { plan, offers } = money;
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
  const offer = offers.find((one) => one.plan === plan.plan && one.interval === plan.interval);
  return (
    <Panel title="Your plan" aside={plan.ends_at !== null && <Badge variant="default">Cancelled</Badge>}>
      <Stack gap={4}>
        <Text size="xl" fw={650}>
          {planName(plan.plan)}
        </Text>
        <Text c="dimmed">{plan.manageable && offer !== undefined ? offerPrice(offer) : sourceOf(plan)}</Text>
      </Stack>
      {plan.next_charge !== null && plan.next === null && (
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
  const name = planName(plan.plan);
  if (plan.ends_at === null && plan.next === null) return null;
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
              Changes to {planName(plan.next.plan)} on <Time at={plan.next.at} as="day" />
              {plan.next_charge !== null && <>, for {usd(plan.next_charge.amount_cents)}</>}.
            </>
          )}
        </Text>
        <KeepPlan plan={plan} />
      </Group>
    </Notice>
  );
}

function CancelPlan({ plan }: { readonly plan: AccountPlan }) {
  const name = planName(plan.plan);
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
