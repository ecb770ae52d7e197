import type { MoneyOverview, Purchase } from '@kinora/contract';
import { Group, Stack, Text } from '@mantine/core';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { useMoneyChange } from './money-query.ts';
import { Panel } from './panel.tsx';
import classes from './rows.module.css';
import { ShownTime } from './shown-time.tsx';
import { usd } from './words.ts';

/** The latest purchases of balance, with what is left of each and the way to a refund. */
export function Purchases({ money }: { readonly money: MoneyOverview }) {
  const { purchases } = money.balance;
  return (
    <Panel title="Latest purchases of balance">
      {purchases.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            A purchase by card can be refunded within 24 hours if none of it was spent.
          </Text>
          <ul className={classes.rows}>
            {purchases.map((purchase) => (
              <li key={purchase.id}>
                <Group justify="space-between" gap="sm">
                  <Stack gap={0}>
                    <Text fw={600}>{usd(purchase.amount_cents)}</Text>
                    <Text size="sm" c="dimmed">
                      {purchase.source === 'auto_recharge' && 'Auto-recharge, '}
                      <ShownTime at={purchase.purchased_at} />
                    </Text>
                    <Text size="sm">
                      <StateOf purchase={purchase} />
                    </Text>
                  </Stack>
                  {purchase.refundable_until !== null && <Refund purchase={purchase} />}
                </Group>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function StateOf({ purchase }: { readonly purchase: Purchase }) {
  const { refunded_at: refundedAt, spent_cents: spent, refundable_until: until } = purchase;
  if (refundedAt !== null) {
    return (
      <>
        Refunded <ShownTime at={refundedAt} />
      </>
    );
  }
  if (spent > 0) return `${usd(spent)} spent`;
  return until === null ? (
    'Not spent'
  ) : (
    <>
      Refundable until <ShownTime at={until} />
    </>
  );
}

function Refund({ purchase }: { readonly purchase: Purchase }) {
  const refund = useMoneyChange(
    () => callConsole<MoneyOverview>(`/billing/purchases/${purchase.id}/refund`, { method: 'POST' }),
    'Refunded: the amount was removed from your balance and is returned to your card.',
  );
  return (
    <ConfirmButton action={`Refund ${usd(purchase.amount_cents)}`} change={refund} size="xs">
      The amount is removed from your balance now and returned to your card, where it arrives within some
      days.
    </ConfirmButton>
  );
}
