import type { PaymentPage } from '@kinora/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { PagedList } from './paged-list.tsx';

type ListedPayment = PaymentPage['payments'][number];

/** Every charge for a balance or a plan, with its receipt. */
export function PaymentList() {
  return (
    <Panel title="Receipts">
      <PagedList<PaymentPage, ListedPayment>
        path="/billing/payments"
        label="Receipts"
        itemsOf={({ payments }) => payments}
        keyOf={({ id }) => id}
        row={(payment) => <PaymentRow payment={payment} />}
        empty="No payments yet."
      />
    </Panel>
  );
}

function PaymentRow({ payment }: { readonly payment: ListedPayment }) {
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {whatFor(payment)}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={payment.at} /> · {stateOf(payment)}
        </Text>
      </Stack>
      <Group gap="md">
        <Text size="sm">{usd(payment.amount_cents)}</Text>
        {payment.credit_note !== null && (
          <DocumentLink id={payment.credit_note} name="Credit note" of={payment} />
        )}
        {payment.state === 'paid' && <DocumentLink id={payment.id} name="Receipt" of={payment} />}
      </Group>
    </Group>
  );
}

interface DocumentLinkProps {
  readonly id: string;
  readonly name: string;
  readonly of: ListedPayment;
}

function DocumentLink({ id, name, of }: DocumentLinkProps) {
  return (
    <Anchor size="sm" href={`/api/console/receipts/${id}.pdf`} aria-label={`${name}: ${whatFor(of)}`}>
      {name}
    </Anchor>
  );
}

function whatFor({ kind, plan_title: plan, interval, upgrade }: ListedPayment): string {
  if (kind === 'top_up') return 'Top-up';
  if (kind === 'auto_recharge') return 'Auto-recharge';
  if (plan === null) return 'Plan';
  return `${upgrade ? 'Upgrade to ' : ''}${plan}, by the ${interval ?? 'month'}`;
}

function stateOf({ state, refund, paid_with: method, taken_back_cents: takenBack }: ListedPayment): string {
  if (takenBack > 0) return `${usd(takenBack)} went back`;
  if (refund === 'settled') return 'Refunded';
  if (refund === 'open') return 'Refund on its way';
  if (refund === 'refused')
    return 'Not refunded by us: the bank has dealt with this payment. Contact support';
  if (refund === 'failed') return 'Paid; the bank did not accept the refund';
  if (method !== null) return `Paid by ${method.replaceAll('_', ' ')}`;
  return { paid: 'Paid', pending: 'In progress', declined: 'Declined' }[state];
}
