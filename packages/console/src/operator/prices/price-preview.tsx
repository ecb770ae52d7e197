import type { CatalogueDocument, PreviewedPrices } from '@kinora/contract';
import { Button, Group, List, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Panel } from '../../frame/panel.tsx';
import { counted } from '../../value/count.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { ReasonDialog } from '../show/reason-dialog.tsx';
import { changesInWords } from './changes-in-words.ts';

/** What a preview was made of, to be applied as it is. */
export interface PriceChange {
  readonly base_version: number;
  readonly document: string;
  readonly starts_at: string | null;
}

interface PricePreviewProps {
  readonly change: PriceChange;
  readonly after: CatalogueDocument;
  readonly preview: PreviewedPrices;
  readonly onBack: () => void;
  readonly onApplied: () => void;
}

/** What a change of prices changes, and for whom, before it is applied. */
export function PricePreview({ change, after, preview, onBack, onApplied }: PricePreviewProps) {
  const [isApplying, setApplying] = useState(false);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const start =
    change.starts_at === null ? 'three seconds after you apply it' : <Time at={change.starts_at} />;
  return (
    <Stack gap="lg">
      <Panel
        title="What changes"
        lead={
          <>It starts {start}, on all servers at once. Orders that are accepted before keep their price.</>
        }
      >
        <List spacing="xs">
          {changesInWords(preview.changes, after).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Panel>
      {preview.models.length > 0 && <Orders models={preview.models} titles={after.models} />}
      <Panel title="Who has a plan">
        <Concerned preview={preview} plans={after.plans} />
      </Panel>
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Change something
        </Button>
        <Button onClick={() => setApplying(true)} data-autofocus>
          Apply…
        </Button>
      </Group>
      {isApplying && (
        <ReasonDialog
          onClose={() => setApplying(false)}
          onDone={onApplied}
          action={{
            path: '/prices',
            title: 'Apply these changes',
            consequences: (
              <>
                All servers sell by them from {start} on. A change that has started is undone by another one.
              </>
            ),
            confirm: 'Apply',
            done:
              change.starts_at === null
                ? 'The changes start in three seconds.'
                : 'The changes are scheduled.',
            body: () => change,
          }}
        />
      )}
    </Stack>
  );
}

function titleOf(entries: readonly { readonly id: string; readonly title: string }[], id: string): string {
  return entries.find((entry) => entry.id === id)?.title ?? id;
}

interface OrdersProps {
  readonly models: PreviewedPrices['models'];
  readonly titles: CatalogueDocument['models'];
}

function Orders({ models, titles }: OrdersProps) {
  const ordered = models.filter(({ orders }) => orders > 0);
  return (
    <Panel
      title="The last 30 days at these prices"
      lead="What was charged per use, at the prices before and after. What a plan included is not counted."
    >
      <DataTable
        name="The last 30 days"
        columns={['Model', ...['Before', 'After'].map((name) => ({ name, isNumber: true }))]}
      >
        {ordered.length === 0 && <EmptyRow columns={3}>No order of these models was charged.</EmptyRow>}
        {ordered.map(({ model, orders, before_cents: before, after_cents: after }) => (
          <Table.Tr key={model}>
            <Table.Td>
              {titleOf(titles, model)}
              <Text size="xs" c="dimmed">
                {counted(orders, 'order')}
              </Text>
            </Table.Td>
            <NumberCell>{usd(before)}</NumberCell>
            <NumberCell>{usd(after)}</NumberCell>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}

interface ConcernedProps {
  readonly preview: PreviewedPrices;
  readonly plans: CatalogueDocument['plans'];
}

function Concerned({ preview: { renewals, accounts }, plans }: ConcernedProps) {
  const isNobody = renewals.length === 0 && accounts.every((plan) => plan.accounts === 0);
  if (isNobody) return <Text size="sm">Nobody: no subscription and no account of a plan is affected.</Text>;
  return (
    <List spacing="xs">
      {renewals.map(({ plan, interval, subscriptions, first_at: first }) => (
        <List.Item key={`${plan} ${interval}`}>
          {titleOf(plans, plan)} by the {interval}: {counted(subscriptions, 'subscription')}{' '}
          {first === null ? (
            'will pay the new price after one more renewal.'
          ) : (
            <>
              will pay the new price from the next renewal, the first on <Time at={first} as="day" />.
            </>
          )}{' '}
          The owners get an email before.
        </List.Item>
      ))}
      {accounts
        .filter((plan) => plan.accounts > 0)
        .map(({ plan, accounts: having }) => (
          <List.Item key={plan}>
            {titleOf(plans, plan)}: {counted(having, 'account')} {having === 1 ? 'gets' : 'get'} the new
            amounts as soon as it starts, for the current month too.
          </List.Item>
        ))}
    </List>
  );
}
