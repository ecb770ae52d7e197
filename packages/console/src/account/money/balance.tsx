import type { Checkout, MoneyOverview } from '@kinora/contract';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { usd } from '../../value/usd.ts';
import { useCheckout } from './money-query.ts';

const OFFERED_USD = '25';

/** The prepaid balance, and the top-up. */
export function Balance({ money }: { readonly money: MoneyOverview }) {
  const [amount, setAmount] = useState(OFFERED_USD);
  const topUp = useCheckout((amountUsd: number) =>
    callConsole<Checkout>('/billing/top-up', { method: 'POST', body: { amount_usd: amountUsd } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    topUp.mutate(Number(amount));
  };
  return (
    <Panel title="Balance">
      <Stack gap={0}>
        <Text fz="2rem" fw={650} lh={1.2}>
          {usd(money.balance.balance_cents)}
        </Text>
        <Text size="sm" c="dimmed">
          A balance never expires.
        </Text>
      </Stack>
      <form onSubmit={submit}>
        <Stack gap="sm" align="flex-start">
          <Radio.Group label="Add to the balance" value={amount} onChange={setAmount}>
            <Group gap="md" mt="xs">
              {money.top_up_amounts_usd.map((one) => (
                <Radio key={one} value={String(one)} label={`${one} USD`} />
              ))}
            </Group>
          </Radio.Group>
          <Button type="submit" loading={topUp.isPending}>
            Continue to payment
          </Button>
          <Failure error={topUp.error} />
        </Stack>
      </form>
    </Panel>
  );
}
