import type { CatalogueDocument, OperatorPrices } from '@kinora/contract';
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { count, counted } from '../../value/count.ts';
import { sentenceCase } from '../../value/sentence-case.ts';
import { usd } from '../../value/usd.ts';
import { BelowCost } from '../margin/below-cost.tsx';
import { DataTable, NumberCell } from '../show/data-table.tsx';
import { Fact, Facts } from '../show/facts.tsx';
import classes from '../show/show.module.css';
import { EditPrices } from './edit-prices.tsx';
import { pricedSteps } from './priced-steps.ts';
import { ScheduledVersions } from './scheduled-versions.tsx';

type Version = OperatorPrices['versions'][number];

import { pricesQuery } from './prices-query.ts';

/** Prices, limits and settings as this server has them, and the change of what is sold. */
export function PricesPage() {
  const { data, error, refetch } = useQuery(pricesQuery);
  const [changed, setChanged] = useState<Version>();
  return (
    <Stack gap="lg">
      <Title order={1}>{changed === undefined ? 'Prices and limits' : 'Change prices'}</Title>
      <Failure error={error} onRetry={() => void refetch()} />
      {changed !== undefined && <EditPrices base={changed} onClose={() => setChanged(undefined)} />}
      {changed === undefined && data === undefined && error === null && <Skeleton h={320} />}
      {changed === undefined && data !== undefined && <Prices prices={data} onChange={setChanged} />}
    </Stack>
  );
}

interface PricesProps {
  readonly prices: OperatorPrices;
  readonly onChange: (latest: Version) => void;
}

function Prices({ prices, onChange }: PricesProps) {
  const [inForce, ...scheduled] = prices.versions;
  if (inForce === undefined) return null;
  const { models, plans, new_accounts: limits, stored_gib: stored, job_api: jobApi } = inForce.document;
  const { catalogue_file: file } = prices;
  const storagePrice = inForce.document.storage.cents_per_gib_month;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Text size="sm" c="dimmed" maw="42rem">
          Version {inForce.version} of the catalogue.{' '}
          {file === null ? (
            <>
              Names, models, tiers and limits are changed with <Mono>kinora catalogue</Mono>.
            </>
          ) : (
            <>
              It comes from <Mono>{file}</Mono>, so that only that file changes it: edit it and restart the
              servers.
            </>
          )}
        </Text>
        {file === null && (
          <Button size="sm" onClick={() => onChange(prices.versions.at(-1) ?? inForce)}>
            Change prices
          </Button>
        )}
      </Group>
      <BelowCost models={prices.below_cost} />
      {scheduled.length > 0 && <ScheduledVersions versions={scheduled} isReadOnly={file !== null} />}
      <Panel title="Models">
        <Models models={models} />
      </Panel>
      <Panel title="Plans and top-ups">
        <Plans plans={plans} />
        <Facts>
          <Fact name="Top-ups">{prices.top_ups_usd.join(', ')} USD</Fact>
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
        <Tiers tiers={jobApi.tiers} />
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
      <Panel
        title="Settings"
        lead="Environment variables of the server. An account’s own limits are on its page."
      >
        <DataTable name="Settings" columns={['Setting', 'Value']}>
          {prices.settings.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Td className={classes.mono}>
                <SettingName name={name} />
              </Table.Td>
              <Table.Td className={classes.words}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Panel>
    </>
  );
}

/** Broken after an underscore where it is narrow. */
function SettingName({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=_)/);
  return parts.map((part, at) => (
    <span key={parts.slice(at).join('')} className={classes.part}>
      {part}
    </span>
  ));
}

function Mono({ children }: { readonly children: string }) {
  return <span className={`${classes.mono} ${classes.breaks}`}>{children}</span>;
}

function Plans({ plans }: Pick<CatalogueDocument, 'plans'>) {
  return (
    <DataTable name="Plans" columns={['Plan', 'Price', 'A month includes']}>
      {plans.map(({ id, title, tier, month_cents: month, year_cents: year, included, stored_gib: gib }) => (
        <Table.Tr key={id}>
          <Table.Td>
            {title} <span className={classes.mono}>{id}</span>
            <Text size="xs" c="dimmed">
              tier {tier}
            </Text>
          </Table.Td>
          <Table.Td>
            {month === null && year === null && 'sold no more'}
            {month !== null && <div>{usd(month)} a month</div>}
            {year !== null && <div>{usd(year)} a year</div>}
          </Table.Td>
          <Table.Td>
            <div>{counted(included.images, 'image')}</div>
            <div>{count(included.video_seconds)} s of video</div>
            <div>{gib} GiB stored</div>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function Models({ models }: Pick<CatalogueDocument, 'models'>) {
  return (
    <DataTable
      name="Models"
      columns={['What is sold', ...['Price', 'Margin'].map((name) => ({ name, isNumber: true }))]}
    >
      {models.map((model) => {
        const { cost, unit, steps } = pricedSteps(model);
        return [
          <Table.Tr key={model.id}>
            <Table.Th colSpan={3} scope="rowgroup" className={classes.group}>
              {model.title} <span className={classes.mono}>{model.id}</span>
              {`, by the ${unit.replace(/^an? /, '')}`}
              {cost !== null && `; one costs you ${cost} ¢`}
            </Table.Th>
          </Table.Tr>,
          ...steps.map(({ name, bound, cents }) => (
            <Table.Tr key={`${model.id} ${name}`}>
              <Table.Td>
                {sentenceCase(name)}
                {bound !== undefined && (
                  <Text span size="sm" c="dimmed">
                    , {bound}
                  </Text>
                )}
              </Table.Td>
              <NumberCell>{usd(cents)}</NumberCell>
              <NumberCell>{cost === null || cents === 0 ? '–' : percent.format(1 - cost / cents)}</NumberCell>
            </Table.Tr>
          )),
        ];
      })}
    </DataTable>
  );
}

function Tiers({ tiers }: Pick<CatalogueDocument['job_api'], 'tiers'>) {
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
      {Object.entries(tiers).map(([name, tier]) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <NumberCell>{tier.image_side}</NumberCell>
          <NumberCell>{tier.video_side}</NumberCell>
          <NumberCell>{tier.frames}</NumberCell>
          <NumberCell>{tier.jobs_at_once}</NumberCell>
          <NumberCell>{tier.calls_per_minute}</NumberCell>
          <NumberCell>{tier.credits_per_month}</NumberCell>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
