import type { OperatorAccounts } from '@kinora/contract';
import { Button, Group, NativeSelect, Skeleton, Stack, Table, TextInput, Title } from '@mantine/core';
import { Failure } from '../../frame/failure.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { MoreButton } from '../show/more-button.tsx';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { useFilterForm, useFilters } from '../show/use-filters.ts';
import { usePages } from '../show/use-pages.ts';

const FILTERS = ['search', 'only'] as const;
const ONLY = [
  { value: '', label: 'all' },
  { value: 'banned', label: 'banned' },
  { value: 'in_review', label: 'in review' },
  { value: 'suspended', label: 'suspended' },
];

export function AccountsPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const { field, onSubmit } = useFilterForm(filters, setFilters);
  const query = usePages<OperatorAccounts>('/accounts', filters);
  const accounts = query.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <Stack gap="lg">
      <Title order={1}>Accounts</Title>
      <search>
        <form onSubmit={onSubmit} className={classes.filters} aria-label="Search accounts">
          <TextInput
            className={classes.double}
            label="Email, key or id"
            placeholder="first characters"
            {...field('search')}
          />
          <NativeSelect label="Show" data={ONLY} {...field('only')} />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton h={320} />}
      {query.data !== undefined && (
        <>
          <DataTable
            name="Accounts"
            columns={['Account', 'Plan', { name: 'Balance', isNumber: true }, 'Standing', 'Since']}
          >
            {accounts.length === 0 && <EmptyRow columns={5}>No account matches.</EmptyRow>}
            {accounts.map((account) => (
              <Table.Tr key={account.id}>
                <Table.Td>
                  <TextLink to={`/operator/accounts/${account.id}`} isShort title={account.email}>
                    {account.email}
                  </TextLink>
                </Table.Td>
                <Table.Td>{account.plan_title ?? '–'}</Table.Td>
                <NumberCell>{usd(account.balance_cents)}</NumberCell>
                <Table.Td>
                  <Group gap={6}>
                    {account.banned && <StateBadge state="banned" />}
                    {account.suspended && <StateBadge state="suspended" />}
                    {account.in_review && <StateBadge state="in review" />}
                    {account.operator && <StateBadge state="operator" />}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Time at={account.created_at} as="short" />
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
          <MoreButton
            query={query}
            shown={accounts.length === 1 ? '1 account' : `${accounts.length} accounts`}
          />
        </>
      )}
    </Stack>
  );
}
