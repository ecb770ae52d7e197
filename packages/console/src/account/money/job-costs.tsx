import type { JobCostView } from '@kinora/contract';
import { Button, Group, NativeSelect, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Rows } from '../../frame/rows.tsx';
import type { MediumFilter } from '../../value/medium-filter.ts';
import { monthName } from '../../value/month-name.ts';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { jobCostFile, jobCostQuery } from './usage-query.ts';
import { seconds } from './words.ts';

/** Every job of a month with what it cost and what paid it. */
export function JobCosts({ month }: { readonly month: string }) {
  const [medium, setMedium] = useState<MediumFilter>('all');
  const jobs = useInfiniteQuery(jobCostQuery({ month, medium }));
  return (
    <Panel title="Cost of each job">
      <Group justify="space-between" align="flex-end" gap="sm">
        <NativeSelect
          label="Kind"
          value={medium}
          onChange={(event) => setMedium(event.currentTarget.value as MediumFilter)}
          data={[
            { value: 'all', label: 'Images and videos' },
            { value: 'image', label: 'Images' },
            { value: 'video', label: 'Videos' },
          ]}
        />
        <Button
          component="a"
          href={jobCostFile({ month, medium })}
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          Download as CSV
        </Button>
      </Group>
      {jobs.data === undefined && jobs.error !== null && (
        <Failure error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
      {jobs.data === undefined && jobs.error === null && (
        <Skeleton height={160} role="status" aria-label="Loading" />
      )}
      {jobs.data !== undefined && (
        <Stack gap="sm">
          <JobTable jobs={jobs.data.pages.flatMap((page) => page.jobs)} month={month} />
          {jobs.hasNextPage && (
            <Group>
              <Button
                variant="default"
                loading={jobs.isFetchingNextPage}
                onClick={() => void jobs.fetchNextPage()}
              >
                Show more
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Panel>
  );
}

function JobTable({ jobs, month }: { readonly jobs: readonly JobCostView[]; readonly month: string }) {
  if (jobs.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No such jobs in {monthName(`${month}-01`)}.
      </Text>
    );
  }
  return (
    <>
      <JobRows jobs={jobs} />
      <Table verticalSpacing="xs" fz="sm" visibleFrom="sm">
        <Table.Thead>
          <Table.Tr>
            {['Time', 'Job', 'Size', 'Length', 'State', 'Paid from', 'Price'].map((name) => (
              <Table.Th key={name} scope="col" ta={name === 'Price' ? 'right' : 'left'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Table.Tr key={job.job_id}>
              <Table.Td>
                <Time at={job.created_at} />
              </Table.Td>
              <Table.Td title={job.job_id}>{nameOf(job)}</Table.Td>
              <Table.Td>
                {job.width} × {job.height}
              </Table.Td>
              <Table.Td>{job.seconds === null ? '' : seconds(job.seconds)}</Table.Td>
              <Table.Td>{STATES[job.state]}</Table.Td>
              <Table.Td>{paidFrom(job)}</Table.Td>
              <Table.Td ta="right">{priceOf(job)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** The same on a narrow screen, where a table of seven columns would hide the price. */
function JobRows({ jobs }: { readonly jobs: readonly JobCostView[] }) {
  return (
    <Rows label="Cost of each job" hiddenFrom="sm">
      {jobs.map((job) => (
        <div key={job.job_id}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" fw={600}>
              {nameOf(job)}
            </Text>
            <Text size="sm">{priceOf(job)}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            <Time at={job.created_at} /> · {job.width} × {job.height}
            {job.seconds !== null && ` · ${seconds(job.seconds)}`}
          </Text>
          <Text size="sm" c="dimmed">
            {STATES[job.state]} · {paidFrom(job)}
          </Text>
        </div>
      ))}
    </Rows>
  );
}

const STATES = {
  queued: 'Waiting',
  running: 'Generating',
  completed: 'Done',
  failed: 'Failed',
  blocked: 'Blocked',
  cancelled: 'Cancelled',
} as const;

function nameOf({ kind: medium, model, via }: JobCostView): string {
  const what = `${medium === 'image' ? 'Image' : 'Video'}, ${model}`;
  return via === 'studio' ? `${what} (studio)` : what;
}

function paidFrom(job: JobCostView): string {
  if (job.charge === 'reversed') return 'Nothing: returned';
  if (job.credits !== null) return 'Credits';
  if (job.from_allowance) return 'Allowance';
  if (job.balance_cents > 0 && job.month_end_cents > 0) {
    return `Balance ${usd(job.balance_cents)}, month end ${usd(job.month_end_cents)}`;
  }
  return job.month_end_cents > 0 ? 'Month end' : 'Balance';
}

function priceOf({ price_cents: cents, credits, charge, from_allowance: isIncluded }: JobCostView): string {
  if (charge === 'reversed') return usd(0);
  if (credits !== null) return `${credits} credits`;
  return isIncluded ? 'Included' : usd(cents ?? 0);
}
