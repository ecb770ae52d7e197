import { capMaxCents, capMinCents, limitLiftingTopUps, type MoneyOverview } from '@kinora/contract';
import { Button, Group, NumberInput, Progress, Stack, Switch, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { useMoneyChange } from './money-query.ts';

/** Pay per use beyond the allowance: on or off, its cap with the limits of new accounts, and how much of it is used. */
export function PayPerUse({ money }: { readonly money: MoneyOverview }) {
  const { pay_per_use: overage, plan } = money;
  const toggle = useMoneyChange((enabled: boolean) =>
    callConsole<MoneyOverview>('/billing/pay-per-use', { method: 'POST', body: { enabled } }),
  );
  if (plan?.source === 'app_store') return null;
  return (
    <Panel title="Pay per use">
      <Switch
        checked={toggle.isPending ? toggle.variables : overage.enabled}
        onChange={(event) => toggle.mutate(event.currentTarget.checked)}
        label="Continue beyond the allowance, and pay per use"
        description="The balance pays first; the rest is one invoice after the end of the month."
      />
      <Failure error={toggle.error} />
      {overage.enabled && !overage.cap_chosen && (
        <Text size="sm" fw={600}>
          Choose a monthly cap: without one, nothing is paid per use.
        </Text>
      )}
      <CapForm key={overage.cap_cents} money={money} />
      {overage.cap_chosen && <CapUse overage={overage} />}
    </Panel>
  );
}

function CapForm({ money }: { readonly money: MoneyOverview }) {
  const { pay_per_use: overage } = money;
  const [capUsd, setCapUsd] = useState<number | string>(overage.cap_cents / 100);
  const save = useMoneyChange(
    (cents: number) =>
      callConsole<MoneyOverview>('/billing/cap', { method: 'POST', body: { cap_cents: cents } }),
    'The monthly cap is saved.',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(Math.round(Number(capUsd) * 100));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-end" gap="sm">
          <NumberInput
            label="Monthly cap in USD"
            value={capUsd}
            onChange={setCapUsd}
            min={capMinCents / 100}
            max={capMaxCents / 100}
            clampBehavior="none"
            decimalScale={2}
            hideControls
            w={180}
            required
            withAsterisk={false}
            inputMode="decimal"
          />
          <Button type="submit" variant="default" loading={save.isPending}>
            Save the cap
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {overage.raises_at === null ? (
            `From ${capMinCents / 100} to ${overage.cap_limit_cents / 100} USD. It bounds auto-recharges too.`
          ) : (
            <>
              A new account may set at most {overage.cap_limit_cents / 100} USD until{' '}
              <Time at={overage.raises_at} />. A top-up of {limitLiftingTopUps} that your bank confirms lifts
              the limit at once.
            </>
          )}
        </Text>
        <Failure error={save.error} />
      </Stack>
    </form>
  );
}

/** How much of the month's cap is used. */
export function CapUse({ overage }: { readonly overage: MoneyOverview['pay_per_use'] }) {
  const { charged_cents: charged, cap_cents: cap } = overage;
  return (
    <Stack gap={4}>
      <Text size="sm">
        <strong>{usd(charged)}</strong> of {usd(cap)} used this month; resets on{' '}
        <Time at={overage.resets_at} as="day" />
      </Text>
      <Progress
        value={cap === 0 ? 0 : Math.min(100, (charged / cap) * 100)}
        aria-label="Use of the monthly cap"
      />
    </Stack>
  );
}
