import type { Checkout, MoneyOverview } from '@kinora/contract';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { nextToExpire } from './grants.ts';
import { useCheckout } from './money-query.ts';
import { RedeemCode } from './redeem-code.tsx';

const OFFERED_USD = '25';

/** The prepaid balance, the top-up, and the field for a code. */
export function Balance({ money }: { readonly money: MoneyOverview }) {
  const [amount, setAmount] = useState(OFFERED_USD);
  const topUp = useCheckout((amountUsd: number) =>
    callConsole<Checkout>('/billing/top-up', { method: 'POST', body: { amount_usd: amountUsd } }),
  );
  const expiring = nextToExpire(money.balance.purchases);
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
          A balance that you buy never expires.
          {expiring !== undefined && (
            <>
              {' '}
              {usd(expiring.cents)} of this was given to you and expires <Time at={expiring.at} />; it is
              spent first.
            </>
          )}
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
      <RedeemCode />
    </Panel>
  );
}
