import type { OperatorJob, OperatorJobs } from '@kinora/contract';
import { Button, NativeSelect, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { Failure } from '../../frame/failure.tsx';
import { dateFormat } from '../../value/date-format.ts';
import { sentenceCase } from '../../value/sentence-case.ts';
import { Time } from '../../value/time.tsx';
import { DataTable, EmptyRow } from '../show/data-table.tsx';
import { IdLink } from '../show/id-link.tsx';
import { LAST_TIME } from '../show/local-time.ts';
import { MoreButton } from '../show/more-button.tsx';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { useFilterForm, useFilters } from '../show/use-filters.ts';
import { usePages } from '../show/use-pages.ts';
import { nameWorker } from '../workers/name-worker.ts';

const FILTERS = ['search', 'state', 'kind', 'worker', 'from', 'to'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const STATES = ['queued', 'running', 'completed', 'failed', 'blocked', 'cancelled'];
const OPERATIONS = ['image', 'i2i', 'upscale', 'upscale_pro', 'video', 'i2v'];
const SEARCHED = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const COLUMNS = ['Job', 'State', 'Account', 'Operation', 'Worker', 'Ordered', 'Error'];

export function JobsPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const query = usePages<OperatorJobs>('/jobs', filters);
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? [];
  const searchedTo = query.data?.pages.at(-1)?.searched_to;
  const count = jobs.length === 1 ? '1 job' : `${jobs.length} jobs`;
  return (
    <Stack gap="lg">
      <Title order={1}>Jobs</Title>
      <JobFilters filters={filters} onSearch={setFilters} />
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton h={320} />}
      {query.data !== undefined && (
        <>
          <DataTable name="Jobs" columns={COLUMNS}>
            {jobs.length === 0 && (
              <EmptyRow columns={COLUMNS.length}>
                {searchedTo === undefined ? 'No job matches.' : 'None of the jobs searched so far matches.'}
              </EmptyRow>
            )}
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </DataTable>
          <MoreButton
            query={query}
            label={searchedTo === undefined ? 'Show more' : 'Search further back'}
            shown={
              searchedTo === undefined
                ? count
                : `${count}; searched back to ${SEARCHED.format(new Date(searchedTo))}`
            }
          />
        </>
      )}
    </Stack>
  );
}

function JobRow({ job }: { readonly job: OperatorJob }) {
  return (
    <Table.Tr>
      <Table.Td>
        <IdLink to={`/operator/jobs/${job.id}`} id={job.id} />
      </Table.Td>
      <Table.Td>
        <StateBadge state={job.state} />
      </Table.Td>
      <Table.Td>
        <TextLink to={`/operator/accounts/${job.account_id}`} isShort title={job.email}>
          {job.email}
        </TextLink>
      </Table.Td>
      <Table.Td>
        {job.kind}
        {job.mode !== null && ` ${job.mode}`}
        <Text size="xs" c="dimmed">
          {job.width}×{job.height}
          {job.duration_seconds !== null && `, ${Math.round(job.duration_seconds * 10) / 10} s`}
        </Text>
      </Table.Td>
      <Table.Td className={classes.words}>{nameWorker(job)}</Table.Td>
      <Table.Td>
        <Time at={job.created_at} as="short" />
      </Table.Td>
      <Table.Td>
        <span className={classes.short} title={job.error ?? ''}>
          {job.error ?? '–'}
        </span>
      </Table.Td>
    </Table.Tr>
  );
}

const NAMES: Readonly<Record<string, string>> = { i2i: 'Image to image', i2v: 'Image to video' };

const options = (values: readonly string[]) =>
  values.map((value) => ({ value, label: NAMES[value] ?? sentenceCase(value) }));

interface JobFiltersProps {
  readonly filters: Filters;
  readonly onSearch: (filters: Partial<Filters>) => void;
}

function JobFilters({ filters, onSearch }: JobFiltersProps) {
  const { field, onSubmit } = useFilterForm(filters, onSearch);
  return (
    <search>
      <form onSubmit={onSubmit} className={classes.filters} aria-label="Search jobs">
        <TextInput
          className={classes.double}
          label="Job, account or email"
          placeholder="id or address"
          {...field('search')}
        />
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'Any' }, ...options(STATES)]}
          {...field('state')}
        />
        <NativeSelect
          label="Operation"
          data={[{ value: '', label: 'Any' }, ...options(OPERATIONS)]}
          {...field('kind')}
        />
        <TextInput label="Worker" {...field('worker')} />
        <TextInput label="Ordered after" type="datetime-local" max={LAST_TIME} {...field('from')} />
        <TextInput label="Ordered before" type="datetime-local" max={LAST_TIME} {...field('to')} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
