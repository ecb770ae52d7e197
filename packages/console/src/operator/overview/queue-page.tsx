import type { OperatorQueue } from '@kinora/contract';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { count } from '../../value/count.ts';
import { DataTable, NumberCell } from '../show/data-table.tsx';
import { duration, secondsSince } from '../show/duration.ts';
import { refreshEvery } from '../show/refresh-every.ts';
import { TextLink } from '../show/text-link.tsx';

const REFRESH_MS = 4_000;
const TIERS = { max: 'Max', pro: 'Pro, and the API', free: 'Free' } as const;

/** What waits and runs, by pool and tier. */
export function QueuePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'queue'],
    queryFn: ({ signal }) => callConsole<OperatorQueue>('/operator/queue', { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  });
  return (
    <Stack gap="lg">
      <Title order={1}>Queue</Title>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton h={240} />}
      {data?.pools.map((pool) => (
        <Panel key={pool.pool} title={pool.pool === 'image' ? 'Images' : 'Videos'}>
          <PoolQueue at={data.at} pool={pool} />
        </Panel>
      ))}
      <Text size="sm">
        <TextLink to="/operator/jobs" search={{ state: 'queued' }}>
          The jobs that wait
        </TextLink>{' '}
        ·{' '}
        <TextLink to="/operator/jobs" search={{ state: 'running' }}>
          The jobs that run
        </TextLink>
      </Text>
    </Stack>
  );
}

function PoolQueue({ at, pool }: { readonly at: string; readonly pool: OperatorQueue['pools'][number] }) {
  const { waiting, running, counted, live_workers: workers, tiers } = pool;
  const live = workers === 0 ? 'No live worker' : workers === 1 ? '1 live worker' : `${workers} live workers`;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {count(waiting)} waiting, {count(running)} running. {live}.
        {counted < waiting && ` The tiers are counted among the first ${count(counted)}.`}
      </Text>
      <DataTable
        name={`Tiers of ${pool.pool}s`}
        columns={[
          'Tier',
          { name: 'Waiting', isNumber: true },
          { name: 'Running', isNumber: true },
          { name: 'Longest wait', isNumber: true },
          { name: 'A new one ends in', isNumber: true },
        ]}
      >
        {tiers.map((tier) => (
          <Table.Tr key={tier.tier}>
            <Table.Td>{TIERS[tier.tier]}</Table.Td>
            <NumberCell>{tier.waiting}</NumberCell>
            <NumberCell>{tier.running}</NumberCell>
            <NumberCell>
              {tier.oldest_at === null ? '–' : duration(secondsSince(tier.oldest_at, at))}
            </NumberCell>
            <NumberCell>{tier.expected_seconds === null ? '–' : duration(tier.expected_seconds)}</NumberCell>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
}
