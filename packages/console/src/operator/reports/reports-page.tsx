import type { BlockedJobs, OperatorReports } from '@kinora/contract';
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { Content } from '../jobs/content.tsx';
import { DataTable } from '../show/data-table.tsx';
import { Fact, Facts } from '../show/facts.tsx';
import { IdLink } from '../show/id-link.tsx';
import { MoreButton } from '../show/more-button.tsx';
import { type Action, ReasonDialog } from '../show/reason-dialog.tsx';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { usePages } from '../show/use-pages.ts';
import { nameWorker } from '../workers/name-worker.ts';

const KEY = ['operator', 'reports'];
type Reported = OperatorReports['contents'][number];
type Blocked = BlockedJobs['jobs'][number];

/** What people reported and what the output check blocked, each waiting for a decision. */
export function ReportsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callConsole<OperatorReports>('/operator/reports', { signal }),
  });
  return (
    <Stack gap="lg">
      <Title order={1}>Reports</Title>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton h={240} />}
      {data !== undefined && (
        <>
          <Text size="sm" role="status">
            {data.contents.length === 0
              ? 'No report waits.'
              : data.contents.length === 1
                ? 'One reported result waits.'
                : `${data.contents.length} reported results wait.`}
          </Text>
          {data.contents.map((content) => (
            <ReportedContent key={content.job_id} content={content} />
          ))}
        </>
      )}
      <BlockedOutputs />
      {data !== undefined && data.decided.length > 0 && <Decided decided={data.decided} />}
    </Stack>
  );
}

function ReportedContent({ content }: { readonly content: Reported }) {
  const [action, setAction] = useState<Action>();
  const { job_id: jobId, account_id: accountId, email, pool, hidden, reports } = content;
  const path = `/reports/${reports[0]?.id ?? ''}/resolve`;
  const keep: Action = {
    path,
    title: `Keep the ${pool}`,
    consequences: 'It is shown again if it was hidden, its reports are closed, and no later report hides it.',
    confirm: 'Keep it',
    done: 'It is kept.',
    body: () => ({ resolution: 'kept' }),
  };
  const remove: Action = {
    path,
    title: `Remove the ${pool}`,
    consequences: 'It is deleted everywhere with its prompt, for its owner too, and cannot be restored.',
    confirm: 'Remove it',
    isDangerous: true,
    done: 'It is removed.',
    body: () => ({ resolution: 'removed' }),
  };
  return (
    <Panel
      title={`Reported ${pool}`}
      aside={
        <>
          <Button size="sm" variant="default" onClick={() => setAction(keep)}>
            Keep…
          </Button>
          <Button size="sm" variant="default" onClick={() => setAction(remove)}>
            Remove…
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Group gap="sm">
          {hidden && <StateBadge state="hidden" />}
          <IdLink to={`/operator/jobs/${jobId}`} id={jobId} />
          <Text size="sm">
            by <TextLink to={`/operator/accounts/${accountId}`}>{email}</TextLink>
          </Text>
        </Group>
        <DataTable name="Reports of it" columns={['Reason', 'Note', 'By', 'At']}>
          {reports.map((report) => (
            <Table.Tr key={report.id}>
              <Table.Td>{report.reason}</Table.Td>
              <Table.Td className={classes.words}>{report.details ?? '–'}</Table.Td>
              <Table.Td className={classes.words}>
                {report.reporter_email ?? 'somebody who was not signed in'}
              </Table.Td>
              <Table.Td>
                <Time at={report.created_at} as="short" />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
        <Content jobId={jobId} pool={pool} hasPrompt hasResult />
      </Stack>
      {action !== undefined && <ReasonDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  );
}

/** A blocked result never leaves its worker, so what is reviewed is its prompt and what the check found. */
function BlockedOutputs() {
  const query = usePages<BlockedJobs>('/blocked', {});
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? [];
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        Blocked outputs
      </Title>
      <Text size="sm" c="dimmed">
        Workers keep no blocked results, so only the prompt and the finding can be shown. Nothing was charged.
      </Text>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {jobs.map((job) => (
        <BlockedOutput key={job.job_id} job={job} />
      ))}
      {query.data !== undefined && (
        <MoreButton
          query={query}
          shown={jobs.length === 0 ? 'Nothing was blocked.' : `${jobs.length} blocked`}
        />
      )}
    </Stack>
  );
}

function BlockedOutput({ job }: { readonly job: Blocked }) {
  const [action, setAction] = useState<Action>();
  const path = `/blocked/${job.job_id}/review`;
  const uphold: Action = {
    path,
    title: 'Uphold the block',
    consequences: 'The block was right. It continues to count towards a suspension of the account.',
    confirm: 'Uphold it',
    done: 'The block is upheld.',
    body: () => ({ decision: 'upheld' }),
  };
  const mistaken: Action = {
    path,
    title: 'The block was a mistake',
    consequences:
      'It no longer counts towards a suspension of the account. The result cannot be delivered, because it was not kept.',
    confirm: 'It was a mistake',
    done: 'The block no longer counts.',
    body: () => ({ decision: 'mistaken' }),
  };
  return (
    <Panel
      title={`${job.pool === 'image' ? 'Image' : 'Video'}: ${job.category || 'blocked'}`}
      aside={
        job.decision === null ? (
          <>
            <Button size="sm" variant="default" onClick={() => setAction(uphold)}>
              Uphold…
            </Button>
            <Button size="sm" variant="default" onClick={() => setAction(mistaken)}>
              A mistake…
            </Button>
          </>
        ) : (
          <StateBadge state={job.decision} />
        )
      }
    >
      <Stack gap="sm">
        <Facts>
          <Fact name="Finding">{job.finding}</Fact>
          <Fact name="Account">
            <TextLink to={`/operator/accounts/${job.account_id}`}>{job.email}</TextLink>
          </Fact>
          <Fact name="Job">
            <IdLink to={`/operator/jobs/${job.job_id}`} id={job.job_id} />
          </Fact>
          <Fact name="Blocked">
            <Time at={job.ended_at} as="short" />
            {job.worker !== null && ` by ${nameWorker(job)}`}
          </Fact>
        </Facts>
        <Content jobId={job.job_id} pool={job.pool} hasPrompt={job.has_prompt} hasResult={false} />
      </Stack>
      {action !== undefined && <ReasonDialog action={action} onClose={() => setAction(undefined)} />}
    </Panel>
  );
}

function Decided({ decided }: Pick<OperatorReports, 'decided'>) {
  return (
    <Panel title="Decided">
      <DataTable name="Decided reports" columns={['Job', 'Reason', 'Decision', 'At']}>
        {decided.map(({ job_id: jobId, reason, resolution, resolved_at: at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reports of one content may be alike.
          <Table.Tr key={`${jobId} ${index}`}>
            <Table.Td>
              <IdLink to={`/operator/jobs/${jobId}`} id={jobId} />
            </Table.Td>
            <Table.Td>{reason}</Table.Td>
            <Table.Td>{resolution}</Table.Td>
            <Table.Td>
              <Time at={at} as="short" />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}
