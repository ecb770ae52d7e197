import type { Checkout, MoneyOverview } from '@kinora/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CreditCard } from 'lucide-react';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { useCheckout, useMoneyChange } from './money-query.ts';
import { cardName } from './words.ts';

/** The card that recharges, invoices and the plan are charged to. */
export function CardOnFile({ money }: { readonly money: MoneyOverview }) {
  const { card } = money;
  const add = useCheckout(() => callConsole<Checkout>('/billing/card', { method: 'POST' }));
  const remove = useMoneyChange(
    () => callConsole<MoneyOverview>('/billing/card', { method: 'DELETE' }),
    'The card was removed.',
  );
  return (
    <Panel title="Card">
      {card === null ? (
        <Text size="sm">None on file. Add one here, or top up: the card that you pay with is saved.</Text>
      ) : (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <CreditCard size={22} aria-hidden="true" />
          <Stack gap={2}>
            <Text fw={600}>{cardName(card)}</Text>
            <Text size="sm" c="dimmed">
              {card.expires !== null && `Valid until ${expiry(card.expires)}. `}On file since{' '}
              <Time at={card.added_at} as="day" />.
            </Text>
          </Stack>
        </Group>
      )}
      <Group gap="sm">
        <Button
          variant={card === null ? 'filled' : 'default'}
          size="sm"
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {card === null ? 'Add a card' : 'Replace the card'}
        </Button>
        {card !== null && (
          <ConfirmButton action="Remove the card" change={remove} isDestructive size="sm">
            {cardName(card)} is deleted here and at the payment provider, and auto-recharge is turned off. A
            card that your plan, an invoice or pay per use of this month needs cannot be removed; replace it
            instead.
          </ConfirmButton>
        )}
      </Group>
      <Failure error={add.error} />
      <Text size="sm" c="dimmed">
        One card is on file: recharges, invoices and your plan are charged to it. A card that you pay with or
        add replaces it.
      </Text>
    </Panel>
  );
}

function expiry({ month, year }: { readonly month: number; readonly year: number }): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}
