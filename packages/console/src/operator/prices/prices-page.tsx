import type { OperatorPrices } from '@kinora/contract';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { count } from '../../value/count.ts';
import { usd } from '../../value/usd.ts';
import { DataTable, NumberCell } from '../show/data-table.tsx';
import { Fact, Facts } from '../show/facts.tsx';
import classes from '../show/show.module.css';
import { pricesQuery } from './prices-query.ts';

/** Prices, limits and settings as this server has them. */
export function PricesPage() {
  const { data, error, refetch } = useQuery(pricesQuery);
  return (
    <Stack gap="lg">
      <Title order={1}>Prices and limits</Title>
      <Text size="sm" c="dimmed">
        {data !== undefined && `Version ${data.catalogue_version} of the catalogue, which is changed with `}
        <span className={classes.mono}>kinora catalogue</span>. Settings are environment variables of the
        server; an account’s own limits are on its page.
      </Text>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={320} /> : <Prices prices={data} />}
    </Stack>
  );
}

function Prices({ prices }: { readonly prices: OperatorPrices }) {
  const { default_limits: limits, plans, top_ups_usd: topUps, stored_gib: stored } = prices;
  const storagePrice = prices.storage_price_cents;
  return (
    <>
      <Panel title="Models">
        <Models models={prices.models} />
      </Panel>
      <Panel title="Plans and top-ups">
        <Plans plans={plans} />
        <Facts>
          <Fact name="Top-ups">{topUps.map((amount) => `${amount}`).join(', ')} USD</Fact>
        </Facts>
      </Panel>
      <Panel title="Limits of a key">
        <Facts>
          <Fact name="Calls a minute">{limits.calls_per_minute}</Fact>
          <Fact name="Jobs at once">{limits.jobs_at_once}</Fact>
          <Fact name="Images a day">{limits.images_per_day}</Fact>
          <Fact name="Videos a day">{limits.videos_per_day}</Fact>
        </Facts>
      </Panel>
      <Panel title="Tiers of the job API">
        <Tiers tiers={prices.tiers} />
      </Panel>
      <Panel title="Stored results">
        <Facts>
          <Fact name="Without a plan">{stored.free} GiB</Fact>
          <Fact name="With a balance">{stored.prepaid} GiB</Fact>
          <Fact name="A GiB above, for a month">
            {storagePrice === null ? 'Not sold' : usd(storagePrice)}
          </Fact>
        </Facts>
      </Panel>
      <Panel title="Settings">
        <DataTable name="Settings" columns={['Setting', 'Value']}>
          {prices.settings.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Td className={classes.mono}>{name}</Table.Td>
              <Table.Td className={classes.words}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Panel>
    </>
  );
}

function Plans({ plans }: Pick<OperatorPrices, 'plans'>) {
  const price = (cents: number | null) => (cents === null ? '–' : usd(cents));
  return (
    <DataTable
      name="Plans"
      columns={[
        'Plan',
        'Tier',
        ...['A month', 'A year', 'Images a month', 'Video seconds a month', 'GiB stored'].map((name) => ({
          name,
          isNumber: true,
        })),
      ]}
    >
      {plans.map(({ plan, title, tier, month_cents: month, year_cents: year, included, stored_gib: gib }) => (
        <Table.Tr key={plan}>
          <Table.Td>
            {title}
            {month === null && year === null && ', sold no more'}
          </Table.Td>
          <Table.Td>{tier}</Table.Td>
          <NumberCell>{price(month)}</NumberCell>
          <NumberCell>{price(year)}</NumberCell>
          <NumberCell>{included.images}</NumberCell>
          <NumberCell>{included.video_seconds}</NumberCell>
          <NumberCell>{gib}</NumberCell>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function Models({ models }: Pick<OperatorPrices, 'models'>) {
  return (
    <DataTable
      name="Models"
      columns={[
        'Model',
        'What is sold',
        ...['Price', 'Cost in cents', 'Margin'].map((name) => ({ name, isNumber: true })),
      ]}
    >
      {models.map(({ id, title, medium, prices, cost_cents: cost }) =>
        prices.map(({ up_to: bound, cents }, step) => (
          <Table.Tr key={`${id} ${bound}`}>
            <Table.Td>
              {step === 0 && (
                <>
                  {title} <span className={classes.mono}>{id}</span>
                </>
              )}
            </Table.Td>
            <Table.Td>{sold(medium, bound)}</Table.Td>
            <NumberCell>{usd(cents)}</NumberCell>
            <NumberCell>{cost ?? '–'}</NumberCell>
            <NumberCell>{cost === null || cents === 0 ? '–' : percent.format(1 - cost / cents)}</NumberCell>
          </Table.Tr>
        )),
      )}
    </DataTable>
  );
}

function sold(medium: 'image' | 'video', bound: number | null): string {
  if (bound === null) return 'A larger image';
  return `${medium === 'image' ? 'An image' : 'A second'} up to ${count(bound)} px`;
}

function Tiers({ tiers }: Pick<OperatorPrices, 'tiers'>) {
  return (
    <DataTable
      name="Tiers"
      columns={[
        'Tier',
        ...['Image side', 'Video side', 'Frames', 'Jobs at once', 'Calls a minute', 'Credits a month'].map(
          (name) => ({ name, isNumber: true }),
        ),
      ]}
    >
      {tiers.map((tier) => (
        <Table.Tr key={tier.tier}>
          <Table.Td>{tier.tier}</Table.Td>
          <NumberCell>{tier.max_image_side}</NumberCell>
          <NumberCell>{tier.max_video_side}</NumberCell>
          <NumberCell>{tier.frames}</NumberCell>
          <NumberCell>{tier.jobs_at_once}</NumberCell>
          <NumberCell>{tier.calls_per_minute}</NumberCell>
          <NumberCell>{tier.credits_per_month}</NumberCell>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
