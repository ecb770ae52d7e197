import type { OperatorWorkers } from '@kinora/contract';
import { Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { duration, secondsSince } from '../show/duration.ts';
import { ReasonDialog } from '../show/reason-dialog.tsx';
import { refreshEvery } from '../show/refresh-every.ts';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { nameWorker } from './name-worker.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RendererPanel } from './renderer-panel.tsx';

const KEY = ['operator', 'workers'];
const REFRESH_MS = 5_000;

/** The workers of the last day, and the tokens that let them in. */
export function WorkersPage() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callConsole<OperatorWorkers>('/operator/workers', { signal }),
    refetchInterval: refreshEvery(REFRESH_MS),
  });
  return (
    <Stack gap="lg">
      <Title order={1}>Workers</Title>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton h={240} />
      ) : (
        <>
          <Troubles {...data} />
          <WorkerTable {...data} />
          <RendererPanel workers={data.workers} />
          <Tokens tokens={data.tokens} />
        </>
      )}
    </Stack>
  );
}

/** Why workers take no jobs, in the words of their renderers. */
function Troubles({ at, workers }: OperatorWorkers) {
  const troubled = workers.filter(({ state }) => state === 'troubled');
  if (troubled.length === 0) return null;
  return (
    <Panel title="In trouble">
      <Stack gap="sm">
        {troubled.map(({ name, token, trouble }) => (
          <div key={`${token ?? ''}/${name}`}>
            <Text component="h3" size="sm" fw={600} className={classes.breaks}>
              {nameWorker({ worker: name, worker_token: token })} has taken no jobs for{' '}
              {duration(secondsSince(trouble?.since ?? at, at))}
            </Text>
            <Text size="sm" className={classes.breaks}>
              {trouble?.sentence}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

function WorkerTable({ at, workers }: OperatorWorkers) {
  const healthy = workers.filter(({ state }) => state === 'healthy').length;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {healthy} of {workers.length} healthy. Those of the last 24 hours are listed.
      </Text>
      <DataTable
        name="Workers"
        columns={[
          'Worker',
          'Health',
          'Renders',
          { name: 'Running', isNumber: true },
          { name: 'Completed', isNumber: true },
          { name: 'Faults', isNumber: true },
          { name: 'Lost', isNumber: true },
          'Token',
        ]}
      >
        {workers.length === 0 && <EmptyRow columns={8}>No worker has asked for a job in 24 hours.</EmptyRow>}
        {workers.map((worker) => (
          <Table.Tr key={`${worker.token ?? ''}/${worker.name}`}>
            <Table.Td className={classes.words}>
              <TextLink to="/operator/jobs" search={{ worker: worker.name }}>
                {worker.name}
              </TextLink>
              <Text size="xs" c="dimmed">
                {worker.engine}
                {worker.gpu !== 'none' &&
                  worker.gpu !== '' &&
                  ` · ${worker.gpu}, ${worker.vram_free_gb} GB free`}
              </Text>
            </Table.Td>
            <Table.Td>
              <StateBadge state={worker.state} />
              <Text size="xs" c="dimmed" title={worker.seen_at}>
                {duration(secondsSince(worker.seen_at, at))} ago
              </Text>
            </Table.Td>
            <Table.Td className={classes.words}>
              {worker.pools.map((pool) => `${pool}s`).join(', ') || 'nothing'}
              {worker.unfit.map((sentence) => (
                <Text key={sentence} size="xs">
                  Not sold: {sentence}.
                </Text>
              ))}
            </Table.Td>
            <NumberCell>{worker.running + worker.queue_size}</NumberCell>
            <NumberCell>{worker.last_day.completed}</NumberCell>
            <NumberCell>{worker.last_day.faults}</NumberCell>
            <NumberCell>{worker.last_day.lost}</NumberCell>
            <Table.Td className={classes.words}>
              {worker.token ?? (
                <Text span c="dimmed" size="sm">
                  shared
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Stack>
  );
}

function Tokens({ tokens }: Pick<OperatorWorkers, 'tokens'>) {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<string>();
  return (
    <Panel
      title="Tokens"
      aside={
        <Button size="sm" onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      <DataTable name="Worker tokens" columns={['Name', 'Created', 'Last used', 'Revoke']}>
        {tokens.length === 0 && (
          <EmptyRow columns={4}>
            No token yet. Give each worker its own, so that you can revoke each one separately.
          </EmptyRow>
        )}
        {tokens.map(({ name, created_at: created, seen_at: seen, revoked_at: ended }) => (
          <Table.Tr key={`${name} ${created}`}>
            <Table.Td className={classes.words}>{name}</Table.Td>
            <Table.Td>
              <Time at={created} as="short" />
            </Table.Td>
            <Table.Td>{seen === null ? 'not in 30 days' : <Time at={seen} as="short" />}</Table.Td>
            <Table.Td>
              {ended === null ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Revoke the token ${name}`}
                  onClick={() => setRevoked(name)}
                >
                  Revoke…
                </Button>
              ) : (
                <Text size="sm" c="dimmed">
                  revoked <Time at={ended} as="short" />
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} />}
      {revoked !== undefined && (
        <ReasonDialog
          onClose={() => setRevoked(undefined)}
          action={{
            path: '/worker-tokens/revoke',
            title: `Revoke the token ${revoked}`,
            consequences:
              'Every server refuses its workers from now on. The jobs they render are queued again without a fault; nobody is charged twice. This cannot be undone: the workers need a new token.',
            confirm: 'Revoke it',
            isDangerous: true,
            done: 'The token is revoked.',
            body: () => ({ name: revoked }),
          }}
        />
      )}
    </Panel>
  );
}
