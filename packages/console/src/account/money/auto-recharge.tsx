import { limitLiftingTopUps, type MoneyOverview } from '@kinora/contract';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { useMoneyChange } from './money-query.ts';
import { CapUse } from './pay-per-use.tsx';

const OFF = 'off';

/** Auto-recharge with its amount, and the limits of new accounts and cards with their reason. */
export function AutoRecharge({ money }: { readonly money: MoneyOverview }) {
  const { enabled, amount_usd: amount, threshold_cents: threshold } = money.balance.auto_recharge;
  const [choice, setChoice] = useState(enabled ? String(amount) : OFF);
  const save = useMoneyChange(
    (body: { readonly enabled: boolean; readonly amount_usd?: number }) =>
      callConsole<MoneyOverview>('/billing/auto-recharge', { method: 'POST', body }),
    'The auto-recharge settings are saved.',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(choice === OFF ? { enabled: false } : { enabled: true, amount_usd: Number(choice) });
  };
  const { declined_at: declinedAt } = money.balance.auto_recharge;
  return (
    <Panel title="Auto-recharge">
      <Text size="sm">
        {money.card === null
          ? 'Charges the card on file when the balance is low. Add a card first.'
          : `Charges the card on file when the balance falls below ${usd(threshold)}.`}
      </Text>
      {declinedAt !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          The card declined the last recharge on <Time at={declinedAt} />, so auto-recharge was turned off.
        </Text>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          <Radio.Group label="Add each time" value={choice} onChange={setChoice}>
            <Group gap="md" mt="xs">
              <Radio value={OFF} label="Nothing (off)" />
              {money.top_up_amounts_usd.map((one) => (
                <Radio
                  key={one}
                  value={String(one)}
                  label={`${one} USD`}
                  disabled={money.card === null || one > money.recharge_limit.amount_usd}
                />
              ))}
            </Group>
          </Radio.Group>
          <RechargeLimit limit={money.recharge_limit} />
          <Button type="submit" variant="default" loading={save.isPending}>
            Save auto-recharge
          </Button>
          <Failure error={save.error} />
        </Stack>
      </form>
      {enabled && <CapUse overage={money.pay_per_use} />}
    </Panel>
  );
}

function RechargeLimit({ limit }: { readonly limit: MoneyOverview['recharge_limit'] }) {
  if (limit.code === null) return null;
  const what = limit.code === 'new_account_recharge_limit' ? 'A new account' : 'A new card';
  return (
    <Text size="sm" c="dimmed">
      {what} may add at most {limit.amount_usd} USD at a time{' '}
      {limit.raises_at === null ? (
        'for its first 7 days'
      ) : (
        <>
          until <Time at={limit.raises_at} />
        </>
      )}
      . A top-up of {limitLiftingTopUps} that your bank confirms lifts the limit at once.
    </Text>
  );
}
