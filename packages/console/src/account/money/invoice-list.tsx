import type { InvoicePage } from '@kinora/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Panel } from '../../frame/panel.tsx';
import { monthName } from '../../value/month-name.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { PagedList } from './paged-list.tsx';

type Invoice = InvoicePage['invoices'][number];

/** The invoices of pay per use, one for each month. */
export function InvoiceList() {
  return (
    <Panel title="Invoices for pay per use">
      <PagedList<InvoicePage, Invoice>
        path="/billing/invoices"
        label="Invoices"
        itemsOf={({ invoices }) => invoices}
        keyOf={({ id }) => id}
        row={(invoice) => <InvoiceRow invoice={invoice} />}
        empty="None. A month of pay per use that the balance did not cover becomes one invoice."
      />
    </Panel>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const month = monthName(invoice.month);
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {month}
        </Text>
        <Text size="sm" c={invoice.state === 'unpaid' ? 'var(--mantine-color-error)' : 'dimmed'}>
          <StateOf invoice={invoice} />
        </Text>
      </Stack>
      <Group gap="md">
        <Text size="sm">{usd(invoice.amount_cents)}</Text>
        <Anchor size="sm" href={`/api/console/invoices/${invoice.id}.pdf`} aria-label={`Invoice: ${month}`}>
          Invoice
        </Anchor>
      </Group>
    </Group>
  );
}

function StateOf({ invoice }: { readonly invoice: Invoice }) {
  if (invoice.state === 'waived') return 'Waived: nothing is due';
  if (invoice.paid_at !== null) {
    return (
      <>
        Paid <Time at={invoice.paid_at} as="day" />
      </>
    );
  }
  if (invoice.collection === 'manual') return 'Collected by the operator of this service';
  return invoice.state === 'unpaid' ? 'Unpaid: the card declined it' : 'Being charged';
}
