import type { MoneyOverview, Purchase } from '@kinora/contract';
import { Group, Stack, Text } from '@mantine/core';
import { callConsole } from '../../api/call.ts';
import { ConfirmButton } from '../../frame/confirm-button.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Rows } from '../../frame/rows.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { leftOf } from './grants.ts';
import { useMoneyChange } from './money-query.ts';

/** How each came to the balance; a checkout needs no word. */
const SOURCES: Readonly<Record<Purchase['source'], string>> = {
  checkout: '',
  auto_recharge: 'Auto-recharge, ',
  grant: 'Granted, ',
  code: 'Code, ',
};

/** The latest purchases of balance, with what is left of each and the way to a refund, and what was given. */
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
            A purchase by card can be refunded within 24 hours if none of it was spent. What was given to you
            is spent first, and is not refunded.
          </Text>
          <Rows label="Purchases">
            {purchases.map((purchase) => (
              <Group key={purchase.id} justify="space-between" gap="sm">
                <Stack gap={0}>
                  <Text fw={600}>{usd(purchase.amount_cents)}</Text>
                  <Text size="sm" c="dimmed">
                    {SOURCES[purchase.source]}
                    <Time at={purchase.purchased_at} />
                  </Text>
                  <Text size="sm">
                    <StateOf purchase={purchase} />
                  </Text>
                </Stack>
                {purchase.refundable_until !== null && <Refund purchase={purchase} />}
              </Group>
            ))}
          </Rows>
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
        Refunded <Time at={refundedAt} />
      </>
    );
  }
  if (purchase.expires_at !== undefined) return <StateOfGrant grant={purchase} at={purchase.expires_at} />;
  if (spent > 0) return `${usd(spent)} spent`;
  return until === null ? (
    'Not spent'
  ) : (
    <>
      Refundable until <Time at={until} />
    </>
  );
}

function StateOfGrant({ grant, at }: { readonly grant: Purchase; readonly at: string | null }) {
  const { spent_cents: spent, expired_cents: expired = 0 } = grant;
  const spentInWords = spent > 0 ? `${usd(spent)} spent` : 'Not spent';
  if (at === null || (expired === 0 && leftOf(grant) === 0)) return spentInWords;
  return (
    <>
      {spentInWords}, {expired > 0 ? `${usd(expired)} expired` : 'expires'} <Time at={at} />
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
