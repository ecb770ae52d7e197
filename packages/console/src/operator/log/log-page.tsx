import { type AuditLog, sayDetail } from '@kinora/contract';
import { Button, NativeSelect, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { Failure } from '../../frame/failure.tsx';
import { sentenceCase } from '../../value/sentence-case.ts';
import { Time, timeInWords } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow } from '../show/data-table.tsx';
import { IdLink } from '../show/id-link.tsx';
import { LAST_TIME } from '../show/local-time.ts';
import { MoreButton } from '../show/more-button.tsx';
import classes from '../show/show.module.css';
import { TextLink } from '../show/text-link.tsx';
import { useFilterForm, useFilters } from '../show/use-filters.ts';
import { usePages } from '../show/use-pages.ts';

const FILTERS = ['kind', 'account', 'network', 'from', 'to'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const COLUMNS = ['Time', 'Event', 'Account', 'By', 'Network', 'Details'];

/** Everything that operators did and that happened to accounts. Nothing can be changed or deleted in it. */
export function LogPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const query = usePages<AuditLog>('/log', filters);
  const events = query.data?.pages.flatMap((page) => page.events) ?? [];
  const kinds = query.data?.pages[0]?.kinds ?? [];
  return (
    <Stack gap="lg">
      <Title order={1}>Audit log</Title>
      <LogFilters filters={filters} kinds={kinds} onSearch={setFilters} />
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton h={320} />}
      {query.data !== undefined && (
        <>
          <DataTable name="Events" columns={COLUMNS}>
            {events.length === 0 && <EmptyRow columns={COLUMNS.length}>No event matches.</EmptyRow>}
            {events.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td>
                  <Time at={event.at} as="short" />
                </Table.Td>
                <Table.Td>{sentenceCase(event.kind)}</Table.Td>
                <Table.Td>
                  {event.account_id === null ? (
                    '–'
                  ) : (
                    <TextLink
                      to={`/operator/accounts/${event.account_id}`}
                      isShort
                      title={event.email ?? event.account_id}
                    >
                      {event.email ?? 'deleted'}
                    </TextLink>
                  )}
                </Table.Td>
                <Table.Td>
                  <span className={classes.short} title={event.operator_email ?? ''}>
                    {event.operator_email ?? '–'}
                  </span>
                </Table.Td>
                <Table.Td>{event.network ?? '–'}</Table.Td>
                <Table.Td className={classes.words}>
                  <Details details={event.details} />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
          <MoreButton query={query} shown={events.length === 1 ? '1 event' : `${events.length} events`} />
        </>
      )}
    </Stack>
  );
}

const FORMAT = { usd, time: timeInWords };

function Details({ details }: Pick<AuditLog['events'][number], 'details'>) {
  const { reason, job, ...others } = details;
  const sentences = Object.keys(others).map((name) => sayDetail(name, details, FORMAT));
  return (
    <>
      {reason !== undefined && <Text size="sm">{sayDetail('reason', details, FORMAT)}</Text>}
      {job !== undefined && (
        <Text size="xs" c="dimmed">
          Job <IdLink to={`/operator/jobs/${job}`} id={String(job)} />
        </Text>
      )}
      {sentences.map(
        (sentence) =>
          sentence !== undefined && (
            <Text key={sentence} size="xs" c="dimmed" className={classes.breaks}>
              {sentence}
            </Text>
          ),
      )}
    </>
  );
}

interface LogFiltersProps {
  readonly filters: Filters;
  readonly kinds: readonly string[];
  readonly onSearch: (filters: Partial<Filters>) => void;
}

function LogFilters({ filters, kinds, onSearch }: LogFiltersProps) {
  const { field, onSubmit } = useFilterForm(filters, onSearch);
  // The kind of an address that was opened is there before the kinds are known.
  const names = [...new Set(['', filters.kind, ...kinds])].map((kind) => ({
    value: kind,
    label: kind === '' ? 'Any' : sentenceCase(kind),
  }));
  return (
    <search>
      <form onSubmit={onSubmit} className={classes.filters} aria-label="Search events">
        <NativeSelect label="Event" data={names} {...field('kind')} />
        <TextInput
          className={classes.double}
          label="Account or operator"
          placeholder="id or address"
          {...field('account')}
        />
        <TextInput label="Network" placeholder="203.0.113.1" {...field('network')} />
        <TextInput label="After" type="datetime-local" max={LAST_TIME} {...field('from')} />
        <TextInput label="Before" type="datetime-local" max={LAST_TIME} {...field('to')} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
