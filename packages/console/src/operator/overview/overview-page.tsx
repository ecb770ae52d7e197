import type { OperatorOverview } from '@kinora/contract';
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { count } from '../../value/count.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { duration } from '../show/duration.ts';
import { refreshEvery } from '../show/refresh-every.ts';
import { TextLink } from '../show/text-link.tsx';
import { HourChart } from './hour-chart.tsx';
import classes from './overview.module.css';

const REFRESH_MS = 4_000;

/** What happens now. It is read every few seconds, and not while the tab is hidden. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => callConsole<OperatorOverview>('/operator/overview', { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Title order={1}>Overview</Title>
        {data !== undefined && (
          <Text size="sm" c="dimmed">
            As of <Time at={data.at} as="short" />
          </Text>
        )}
      </Group>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={320} /> : <Overview overview={data} />}
    </Stack>
  );
}

function Overview({ overview }: { readonly overview: OperatorOverview }) {
  const { minutes, pools, workers, money } = overview;
  const unknown = money.work_without_cost;
  const last = minutes.slice(-6, -1);
  const perMinute = last.reduce((sum, { completed }) => sum + completed, 0) / Math.max(1, last.length);
  return (
    <>
      <Attention overview={overview} />
      <dl className={classes.tiles}>
        <Tile name="Jobs a minute" note="completed, over 5 minutes">
          {count(Math.round(perMinute * 10) / 10)}
        </Tile>
        {pools.map(({ pool, waiting, running, expected_seconds: expected }) => (
          <Tile
            key={pool}
            name={pool === 'image' ? 'Images waiting' : 'Videos waiting'}
            note={`${count(running)} running, ${expected === null ? 'no worker' : `a new one ends in ${duration(expected)}`}`}
          >
            {count(waiting)}
          </Tile>
        ))}
        <Tile name="Workers" note={noteOf(workers)}>
          {workers.healthy}
        </Tile>
      </dl>
      <Panel title="The last hour">
        <HourChart minutes={minutes} />
      </Panel>
      <Panel
        title="Money today (UTC)"
        lead={
          <>
            What was included in plans, and what failed, costs too:{' '}
            <TextLink to="/operator/margin">Margin</TextLink> has all of it.
          </>
        }
      >
        <dl className={classes.tiles}>
          <Tile name="Revenue">{usd(money.revenue_cents)}</Tile>
          {money.work_cost_cents !== null && (
            <>
              <Tile
                name="Cost of that work"
                {...(unknown.length > 0 && { note: `without ${unknown.join(', ')}` })}
              >
                {usd(money.work_cost_cents)}
              </Tile>
              <Tile name="Margin">
                {unknown.length === 0 ? '' : '≤ '}
                {usd(money.revenue_cents - money.work_cost_cents)}
              </Tile>
            </>
          )}
          <Tile name="Top-ups">{usd(money.top_ups_cents)}</Tile>
          <Tile name="Granted">{usd(money.granted_cents)}</Tile>
          <Tile name="Refunds">{usd(money.refunds_cents)}</Tile>
          <Tile name="On hold now" note="for open jobs">
            {money.on_hold_is_lower_bound ? '≥ ' : ''}
            {usd(money.on_hold_cents)}
          </Tile>
        </dl>
      </Panel>
    </>
  );
}

function noteOf({ silent, troubled }: OperatorOverview['workers']): string {
  const worse = [troubled > 0 && `${troubled} in trouble`, silent > 0 && `${silent} silent`];
  return worse.filter(Boolean).join(', ') || 'all healthy';
}

/** What waits for an operator; read out when it changes. */
function Attention({ overview: { attention, workers, pools } }: { readonly overview: OperatorOverview }) {
  const { open_reports: reports, accounts_in_review: inReview } = attention;
  const bounded = (n: number) => (n >= 100 ? '100 or more' : String(n));
  const stuck = pools.filter(({ waiting, expected_seconds: seconds }) => waiting > 0 && seconds === null);
  const items = [
    ...stuck.map(({ pool }) => (
      <span key={pool}>
        No worker renders {pool === 'image' ? 'images' : 'videos'}.{' '}
        <TextLink to="/operator/workers">Workers</TextLink>
      </span>
    )),
    ...(workers.troubled === 0
      ? []
      : [
          <span key="troubled">
            {workers.troubled === 1 ? 'A worker takes' : `${workers.troubled} workers take`} no jobs.{' '}
            <TextLink to="/operator/workers">Workers</TextLink>
          </span>,
        ]),
    ...(workers.silent === 0
      ? []
      : [
          <span key="silent">
            {workers.silent === 1 ? 'A worker is' : `${workers.silent} workers are`} silent.{' '}
            <TextLink to="/operator/workers">Workers</TextLink>
          </span>,
        ]),
    ...(reports === 0
      ? []
      : [
          <span key="reports">
            {reports === 1 ? 'A report waits' : `${bounded(reports)} reports wait`} for a decision.{' '}
            <TextLink to="/operator/reports">Reports</TextLink>
          </span>,
        ]),
    ...(inReview === 0
      ? []
      : [
          <span key="review">
            {inReview === 1 ? 'An account is' : `${bounded(inReview)} accounts are`} in review.{' '}
            <TextLink to="/operator/accounts" search={{ only: 'in_review' }}>
              Accounts
            </TextLink>
          </span>,
        ]),
  ];
  return (
    <Stack gap={4} role="status">
      {items.length === 0 ? <Text>Nothing needs your attention.</Text> : items}
    </Stack>
  );
}

interface TileProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}

function Tile({ name, note, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}
