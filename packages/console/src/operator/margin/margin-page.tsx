import type { MarginRow, MarginSums, OperatorMargin } from '@kinora/contract';
import { Button, Group, NativeSelect, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { count, counted } from '../../value/count.ts';
import { monthName } from '../../value/month-name.ts';
import { usd, usdInParts } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { Fact, Facts } from '../show/facts.tsx';
import classes from '../show/show.module.css';
import { TextLink } from '../show/text-link.tsx';
import { BelowCost } from './below-cost.tsx';

/** What the jobs that ended in a month earned and cost, by model and by day. */
export function MarginPage() {
  const [month, setMonth] = useState<string>();
  const query = month === undefined ? '' : `?month=${month}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'margin', month ?? 'now'],
    queryFn: ({ signal }) => callConsole<OperatorMargin>(`/operator/margin${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <Title order={1}>Margin</Title>
        {data !== undefined && (
          <Group align="flex-end" gap="sm">
            <NativeSelect
              label="Month"
              value={month ?? data.month.slice(0, 7)}
              onChange={(event) => setMonth(event.currentTarget.value)}
              data={data.months.map((one) => ({ value: one.slice(0, 7), label: monthName(one) }))}
            />
            <Button
              component="a"
              href={`/api/console/operator/margin.csv?month=${data.month.slice(0, 7)}`}
              download
              variant="default"
              leftSection={<Download size={16} aria-hidden="true" />}
            >
              Download as CSV
            </Button>
          </Group>
        )}
      </Group>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={320} /> : <Margin margin={data} />}
    </Stack>
  );
}

function Margin({ margin }: { readonly margin: OperatorMargin }) {
  const { total, models, days } = margin;
  return (
    <>
      <BelowCost models={margin.below_cost} />
      <Text size="sm" c="dimmed" role="status" maw="44rem">
        Jobs that ended in {monthName(margin.month)} (UTC). What a plan or a free tier includes earns nothing
        here and has its cost; what plans and storage are sold for is not in these numbers.
      </Text>
      <Panel title="The month">
        <Facts>
          <Fact name="Revenue">{usd(total.revenue_cents)}</Fact>
          <Fact name="Cost">{usdInParts(total.cost_cents)}</Fact>
          <Fact name="Margin">{marginOf(total)}</Fact>
          <Fact name="Sold">{counted(total.sold, 'job')}</Fact>
          <Fact name="Included">
            {counted(total.included, 'job')}, {usdInParts(total.included_cost_cents)} of the cost
          </Fact>
          <Fact name="Without a result">
            {counted(total.undelivered, 'job')}, {usdInParts(total.undelivered_cost_cents)} of the cost
          </Fact>
        </Facts>
        <Unknown {...total} />
      </Panel>
      <Panel title="By model">
        <DataTable name="Models" columns={columnsOf('Model')}>
          {models.length === 0 && <EmptyRow columns={5}>No job ended in this month.</EmptyRow>}
          {models.map((row) => (
            <SumsRow key={row.model} sums={row}>
              <span className={classes.mono}>{row.model}</span>
              <Details {...row} />
            </SumsRow>
          ))}
        </DataTable>
      </Panel>
      <Panel title="By day">
        <DataTable name="Days" columns={columnsOf('Day and model')}>
          {days.length === 0 && <EmptyRow columns={5}>No job ended in this month.</EmptyRow>}
          {days.map(({ day, total: ofDay, models: rows }) => [
            <SumsRow key={day} sums={ofDay}>
              <Text span fw={600} size="sm">
                {day}
              </Text>
            </SumsRow>,
            ...rows.map((row) => (
              <SumsRow key={`${day} ${row.model}`} sums={row}>
                <span className={classes.mono}>{row.model}</span>
              </SumsRow>
            )),
          ])}
        </DataTable>
      </Panel>
    </>
  );
}

/** On a narrow screen the first ones are seen without scrolling. */
const columnsOf = (first: string) => [
  first,
  ...['Margin', 'Revenue', 'Cost', 'Jobs'].map((name) => ({ name, isNumber: true })),
];

interface SumsRowProps {
  readonly sums: MarginSums;
  readonly children: ReactNode;
}

function SumsRow({ sums, children }: SumsRowProps) {
  return (
    <Table.Tr>
      <Table.Td>{children}</Table.Td>
      <NumberCell>{marginOf(sums)}</NumberCell>
      <NumberCell>{usd(sums.revenue_cents)}</NumberCell>
      <NumberCell>{usdInParts(sums.cost_cents)}</NumberCell>
      <NumberCell>{sums.sold + sums.included + sums.undelivered}</NumberCell>
    </Table.Tr>
  );
}

/** What of the jobs of a model earned nothing. */
function Details({ included, undelivered, without_cost: unknown, ...cents }: MarginRow) {
  const parts = [
    included > 0 && `${count(included)} included for ${usdInParts(cents.included_cost_cents)}`,
    undelivered > 0 &&
      `${count(undelivered)} without a result for ${usdInParts(cents.undelivered_cost_cents)}`,
    unknown > 0 && `${count(unknown)} of unknown cost`,
  ].filter(Boolean);
  return parts.map((part) => (
    <Text key={String(part)} size="xs" c="dimmed">
      {part}
    </Text>
  ));
}

function Unknown({ without_cost: unknown, sold, included }: MarginSums) {
  if (unknown === 0) return null;
  return (
    <Text size="sm">
      Of {counted(sold + included, 'delivered job')}, {count(unknown)} {unknown === 1 ? 'has' : 'have'} no
      cost, so that the margin is at most this. Say what a model costs with KINORA_WORKER_COSTS of its
      workers, or at <TextLink to="/operator/prices">Prices and limits</TextLink>: from then on it is
      recorded.
    </Text>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** In USD, and in per cent of the revenue; an upper bound where a cost is unknown. */
function marginOf({ revenue_cents: revenue, cost_cents: cost, without_cost: unknown }: MarginSums): string {
  const share = revenue === 0 ? '' : `, ${percent.format(1 - cost / revenue)}`;
  return `${unknown > 0 ? '≤ ' : ''}${usdInParts(revenue - cost)}${share}`;
}
