import type { PaymentPage } from '@kinora/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { PagedList } from './paged-list.tsx';
import { Panel } from './panel.tsx';
import { ShownTime } from './shown-time.tsx';
import { planName, usd } from './words.ts';

type Payment = PaymentPage['payments'][number];

/** Every charge for a balance or a plan, with its receipt. */
export function PaymentList() {
  return (
    <Panel title="Receipts">
      <PagedList<PaymentPage, Payment>
        path="/billing/payments"
        itemsOf={({ payments }) => payments}
        keyOf={({ id }) => id}
        row={(payment) => <PaymentRow payment={payment} />}
        empty="No payments yet."
      />
    </Panel>
  );
}

function PaymentRow({ payment }: { readonly payment: Payment }) {
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {whatFor(payment)}
        </Text>
        <Text size="sm" c="dimmed">
          <ShownTime at={payment.at} /> · {stateOf(payment)}
        </Text>
      </Stack>
      <Group gap="md">
        <Text size="sm">{usd(payment.amount_cents)}</Text>
        {payment.state === 'paid' && (
          <Anchor
            size="sm"
            href={`/api/console/receipts/${payment.id}.pdf`}
            aria-label={`Receipt: ${whatFor(payment)}`}
          >
            Receipt
          </Anchor>
        )}
      </Group>
    </Group>
  );
}

function whatFor({ kind, plan, interval }: Payment): string {
  if (kind === 'top_up') return 'Top-up';
  if (kind === 'auto_recharge') return 'Auto-recharge';
  // A renewal, or the difference of an upgrade.
  return plan === null ? 'Plan' : `${planName(plan)}, by the ${interval ?? 'month'}`;
}

function stateOf({ state, refund }: Payment): string {
  if (refund === 'settled') return 'Refunded';
  if (refund === 'open') return 'Refund on its way';
  if (refund === 'failed') return 'Paid; the bank did not accept the refund';
  return { paid: 'Paid', pending: 'In progress', declined: 'Declined' }[state];
}
