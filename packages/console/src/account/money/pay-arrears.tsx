import type { Attention, Checkout, MoneyOverview } from '@kinora/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { usd } from '../../value/usd.ts';
import { useCheckout, useMoneyChange } from './money-query.ts';

type Arrears = Extract<Attention, { kind: 'arrears' }>;

/**
 * Pays what is owed: what was taken back from the balance, and an unpaid invoice with the card on file, or with another one,
 * which is charged as soon as it is added.
 */
export function PayArrears({ arrears }: { readonly arrears: Arrears }) {
  const pay = useMoneyChange(() => callConsole<MoneyOverview>('/billing/arrears/pay', { method: 'POST' }));
  const addCard = useCheckout(() => callConsole<Checkout>('/billing/card', { method: 'POST' }));
  if (arrears.charging) {
    return (
      <Text size="sm" role="status">
        The card is being charged …
      </Text>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        {(arrears.card_on_file || arrears.taken_back_cents > 0) && (
          <Button size="xs" loading={pay.isPending} onClick={() => pay.mutate()}>
            Pay {usd(arrears.amount_cents)}
          </Button>
        )}
        <Button
          size="xs"
          variant={arrears.card_on_file ? 'default' : 'filled'}
          loading={addCard.isPending}
          onClick={() => addCard.mutate()}
        >
          Pay with another card
        </Button>
      </Group>
      <Failure error={pay.error ?? addCard.error} />
    </Stack>
  );
}
