import type { OperatorJobDetail } from '@kinora/contract';
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd, usdInParts } from '../../value/usd.ts';
import { Ledger } from '../accounts/ledger.tsx';
import { DataTable, NumberCell } from '../show/data-table.tsx';
import { duration } from '../show/duration.ts';
import { Fact, Facts } from '../show/facts.tsx';
import { type Action, ReasonDialog } from '../show/reason-dialog.tsx';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { nameWorker } from '../workers/name-worker.ts';
import { Content } from './content.tsx';

const REFRESH_MS = 4_000;

export function JobPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'job', id],
    queryFn: ({ signal }) => callConsole<OperatorJobDetail>(`/operator/jobs/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? REFRESH_MS : false),
  });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Job</Title>
        <Text className={classes.mono}>{id}</Text>
      </Stack>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={320} /> : <Job job={data} />}
    </Stack>
  );
}

function Job({ job }: { readonly job: OperatorJobDetail }) {
  return (
    <>
      <Panel title="State" aside={<JobActions job={job} />}>
        <JobFacts job={job} />
      </Panel>
      <Attempts job={job} />
      <RemoteOrders job={job} />
      <Panel title="Money">
        <Money job={job} />
      </Panel>
      <Panel title="Content">
        <Content jobId={job.id} pool={job.pool} hasPrompt={job.has_prompt} hasResult={job.has_result} />
      </Panel>
    </>
  );
}

function JobFacts({ job }: { readonly job: OperatorJobDetail }) {
  return (
    <Facts>
      <Fact name="State">
        <Group gap={6} role="status">
          <StateBadge state={job.state} />
          {job.hidden_at !== null && <StateBadge state="hidden" />}
          {job.state === 'running' && `${Math.round(job.progress * 100)} %, ${job.stage ?? 'starting'}`}
        </Group>
      </Fact>
      <Fact name="Account">
        <TextLink to={`/operator/accounts/${job.account_id}`}>{job.email}</TextLink>
      </Fact>
      <Fact name="Order">
        {job.kind} {job.model} {job.width}×{job.height}
        {job.duration_seconds !== null && `, ${Math.round(job.duration_seconds * 10) / 10} s`}
        {job.interface === 'v1' ? ', v1' : `, job API (${job.tier})`}
        {job.zero_retention && ', zero retention'}
      </Fact>
      <Fact name="Ordered">
        <Time at={job.created_at} as="short" />
      </Fact>
      <Fact name="Started">
        <Time at={job.started_at} as="short" />
      </Fact>
      <Fact name="Ended">
        <Time at={job.ended_at} as="short" />
      </Fact>
      {job.deleted_at !== null && (
        <Fact name="Deleted">
          <Time at={job.deleted_at} as="short" />
        </Fact>
      )}
      {job.expected_seconds !== null && (
        <Fact name="Expected to end in">
          {duration(job.expected_seconds)}
          {job.queue_position !== null && `, place ${job.queue_position}`}
        </Fact>
      )}
      <Fact name="Worker">
        {nameWorker(job)}
        {job.engine !== null && ` (${job.engine})`}
      </Fact>
      {job.cost_cents !== null && <Fact name="Cost to you">{usdInParts(job.cost_cents)}</Fact>}
      <Fact name="Seed">{`${job.seed}`}</Fact>
      {job.result_bytes !== null && (
        <Fact name="Result">{(job.result_bytes / 1024 / 1024).toFixed(2)} MiB</Fact>
      )}
      {job.block_category !== null && <Fact name="Blocked for">{job.block_category}</Fact>}
      {job.error !== null && <Fact name="Error">{job.error}</Fact>}
    </Facts>
  );
}

function Attempts({ job }: { readonly job: OperatorJobDetail }) {
  if (job.attempt === 0) return null;
  const isLastEnded = job.ended_attempts.some(({ attempt }) => attempt === job.attempt);
  return (
    <Panel title="Attempts">
      <DataTable
        name="Attempts"
        columns={[{ name: 'Attempt', isNumber: true }, 'Worker', 'Started', 'Ended', 'Outcome']}
      >
        {job.ended_attempts.map(
          ({
            attempt,
            worker,
            worker_token,
            outcome,
            reason,
            cost_cents: cents,
            started_at: started,
            ended_at: ended,
          }) => (
            <Table.Tr key={attempt}>
              <NumberCell>{attempt}</NumberCell>
              <Table.Td className={classes.words}>{nameWorker({ worker, worker_token })}</Table.Td>
              <Table.Td>
                <Time at={started} as="short" />
              </Table.Td>
              <Table.Td>
                <Time at={ended} as="short" />
              </Table.Td>
              <Table.Td>
                {outcome}
                <Text size="xs" c="dimmed">
                  {cents === null ? reason : `${reason}; it cost ${usdInParts(cents)}`}
                </Text>
              </Table.Td>
            </Table.Tr>
          ),
        )}
        {!isLastEnded && (
          <Table.Tr>
            <NumberCell>{job.attempt}</NumberCell>
            <Table.Td className={classes.words}>{nameWorker(job)}</Table.Td>
            <Table.Td>
              <Time at={job.started_at} as="short" />
            </Table.Td>
            <Table.Td>
              <Time at={job.ended_at} as="short" />
            </Table.Td>
            <Table.Td>{job.state}</Table.Td>
          </Table.Tr>
        )}
      </DataTable>
    </Panel>
  );
}

/** What was ordered from renderers that bill. Of several orders without an end, or one that was sent twice, more than one may be billed. */
function RemoteOrders({ job }: { readonly job: OperatorJobDetail }) {
  const orders = job.remote_orders;
  if (orders.length === 0) return null;
  const unended = orders.filter((order) => order.ended_at === null);
  const isRepeated = unended.length > 1 || orders.some(({ sent }) => sent > 1);
  return (
    <Panel title="Orders at renderers">
      {isRepeated && (
        <Text size="sm">
          An attempt ended before anybody knew what came of its order, so the renderer may bill this job
          twice. Its owner is charged once.
        </Text>
      )}
      <DataTable
        name="Orders at renderers"
        columns={[{ name: 'Order', isNumber: true }, 'Account', 'Its id there', 'Sent', 'Outcome']}
      >
        {orders.map((order) => (
          <Table.Tr key={order.number}>
            <NumberCell>{order.number}</NumberCell>
            <Table.Td className={classes.words}>{order.account}</Table.Td>
            <Table.Td className={classes.words}>{order.remote_id ?? 'none'}</Table.Td>
            <Table.Td>
              <Time at={order.ordered_at} as="short" />
              <Text size="xs" c="dimmed">
                {`attempt ${order.attempt}${order.sent > 1 ? `, sent ${order.sent} times` : ''}`}
              </Text>
            </Table.Td>
            <Table.Td>{outcomeOf(order, job)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}

function outcomeOf(
  { ended_at: endedAt, attempt }: OperatorJobDetail['remote_orders'][number],
  { state, attempt: last }: OperatorJobDetail,
): string {
  if (endedAt !== null) return 'delivered nothing';
  if (state === 'completed' && attempt === last) return 'delivered';
  return state === 'queued' || state === 'running' ? 'awaited' : 'not known';
}

function Money({ job: { charge, credits, transactions } }: { readonly job: OperatorJobDetail }) {
  return (
    <Stack gap="md">
      {charge !== null && (
        <Facts>
          <Fact name="Price">{usd(charge.price_cents)}</Fact>
          <Fact name="Charge">{charge.state}</Fact>
          {charge.from_allowance ? (
            <Fact name="Paid from">the allowance of the plan</Fact>
          ) : (
            <>
              <Fact name="From the balance">{usd(charge.prepaid_cents)}</Fact>
              <Fact name="At month end">{usd(charge.month_end_cents)}</Fact>
            </>
          )}
        </Facts>
      )}
      {credits !== null && (
        <Facts>
          <Fact name="Credits">{credits.credits}</Fact>
          <Fact name="Charge">{credits.state}</Fact>
        </Facts>
      )}
      {transactions.length > 0 && <Ledger transactions={transactions} />}
    </Stack>
  );
}

/** What can be done with a job that is open. A failed job was not charged, so its owner sends it again. */
function JobActions({ job }: { readonly job: OperatorJobDetail }) {
  const [action, setAction] = useState<Action>();
  if (job.ended_at !== null) return null;
  const requeue: Action = {
    path: `/jobs/${job.id}/requeue`,
    title: 'Queue the job again',
    consequences:
      'Its worker loses the lease, and what it renders is discarded. The next free worker starts the job again. This does not count as a fault of the job, and its price does not change.',
    confirm: 'Queue it again',
    done: 'The job is queued again.',
    body: () => ({ attempt: job.attempt }),
  };
  const cancel: Action = {
    path: `/jobs/${job.id}/cancel`,
    title: 'Cancel the job',
    consequences:
      'The job fails, its price is released, and its owner reads that you cancelled it. This cannot be undone.',
    confirm: 'Cancel the job',
    isDangerous: true,
    done: 'The job is cancelled, and its price is released.',
    body: () => ({}),
  };
  return (
    <>
      {job.state === 'running' && (
        <Button size="sm" variant="default" onClick={() => setAction(requeue)}>
          Queue again…
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => setAction(cancel)}>
        Cancel…
      </Button>
      {action !== undefined && <ReasonDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  );
}
