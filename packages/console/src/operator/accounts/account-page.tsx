import type { AccountLedger, OperatorAccountDetail } from '@kinora/contract';
import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { callConsole } from '../../api/call.ts';
import { Failure } from '../../frame/failure.tsx';
import { Panel } from '../../frame/panel.tsx';
import { Time } from '../../value/time.tsx';
import { usd } from '../../value/usd.ts';
import { DataTable, EmptyRow, NumberCell } from '../show/data-table.tsx';
import { Fact, Facts } from '../show/facts.tsx';
import { MoreButton } from '../show/more-button.tsx';
import classes from '../show/show.module.css';
import { StateBadge } from '../show/state-badge.tsx';
import { TextLink } from '../show/text-link.tsx';
import { usePages } from '../show/use-pages.ts';
import { LimitActions, MoneyActions, StandingActions } from './account-actions.tsx';
import { Ledger } from './ledger.tsx';

export function AccountPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'account', id],
    queryFn: ({ signal }) => callConsole<OperatorAccountDetail>(`/operator/accounts/${id}`, { signal }),
  });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1} className={classes.address}>
          {data?.email ?? 'Account'}
        </Title>
        <Text className={classes.mono}>{id}</Text>
      </Stack>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton h={320} /> : <Account account={data} />}
    </Stack>
  );
}

function Account({ account }: { readonly account: OperatorAccountDetail }) {
  return (
    <>
      <Panel title="Standing" aside={<StandingActions account={account} />}>
        <Standing account={account} />
      </Panel>
      <Panel title="Money" aside={<MoneyActions account={account} />}>
        <Money account={account} />
      </Panel>
      <Panel title="Limits" aside={<LimitActions account={account} />}>
        <Limits account={account} />
      </Panel>
      <Panel title="Keys">
        <Keys keys={account.keys} />
      </Panel>
      <Panel title="Ledger">
        <AccountLedgerPages accountId={account.id} />
      </Panel>
      <Group gap="md">
        <TextLink to="/operator/jobs" search={{ search: account.id }}>
          Its jobs
        </TextLink>
        <TextLink to="/operator/log" search={{ account: account.id }}>
          Its events in the audit log
        </TextLink>
      </Group>
    </>
  );
}

function Standing({ account }: { readonly account: OperatorAccountDetail }) {
  const { ban, in_review_since: review, suspended_until: suspended, arrears_since: arrears } = account;
  const isClear = ban === null && review === null && suspended === null && arrears === null;
  return (
    <Stack gap="md">
      <Stack gap={4} role="status">
        {isClear && <Text size="sm">In good standing.</Text>}
        {ban !== null && (
          <Text size="sm">
            <StateBadge state="banned" /> since <Time at={ban.since} as="short" />: {ban.reason}
          </Text>
        )}
        {review !== null && (
          <Text size="sm">
            <StateBadge state="in review" /> since <Time at={review} as="short" />; its payments are paused.
          </Text>
        )}
        {suspended !== null && (
          <Text size="sm">
            <StateBadge state="suspended" /> until <Time at={suspended} as="short" />, for too many rejected
            requests.
          </Text>
        )}
        {arrears !== null && (
          <Text size="sm">
            In arrears since <Time at={arrears} as="short" />.
          </Text>
        )}
      </Stack>
      <Facts>
        <Fact name="Since">
          <Time at={account.created_at} as="short" />
        </Fact>
        <Fact name="Sessions">{account.sessions}</Fact>
        {account.operator && (
          <Fact name="Role">
            <StateBadge state="operator" />
          </Fact>
        )}
      </Facts>
    </Stack>
  );
}

const SOURCES = { web: 'paid on the web', app_store: 'from an app store', operator: 'granted' } as const;

function Money({ account }: { readonly account: OperatorAccountDetail }) {
  const { plan_title: plan, plan_source: source, plan_billing: billing } = account;
  return (
    <Facts>
      <Fact name="Balance">
        {usd(account.balance_cents)}
        {account.granted_cents > 0 && `, ${usd(account.granted_cents)} of it granted`}
      </Fact>
      <Fact name="On hold">{usd(account.on_hold_cents)}</Fact>
      <Fact name="Month end so far">{usd(account.month_end_cents)}</Fact>
      <Fact name="Plan">
        {plan === null ? 'none' : `${plan}, ${source === null ? '' : SOURCES[source]}`}
        {billing === 'manual' && ', you collect the invoices'}
      </Fact>
      {account.price_list !== null && (
        <Fact name="Price list">
          {account.price_lists.find(({ id }) => id === account.price_list)?.title ?? account.price_list}
        </Fact>
      )}
      <Fact name="Pay per use">
        {account.pay_per_use ? 'on' : 'off'}
        {account.cap_cents !== null && `, cap ${usd(account.cap_cents)}`}
      </Fact>
      <Fact name="Card">{account.has_card ? 'on file' : 'none'}</Fact>
      <Fact name="Auto-recharge">
        {account.auto_recharge_usd === null ? 'off' : `${account.auto_recharge_usd} USD`}
      </Fact>
    </Facts>
  );
}

function Limits({ account }: { readonly account: OperatorAccountDetail }) {
  const { limits, default_limits: defaults, activity } = account;
  const shown = (limit: number | null, byDefault: number | string) =>
    limit === null ? `${byDefault} (default)` : limit;
  const sum = (name: 'open_jobs' | 'images_today' | 'videos_today' | 'stored_bytes') =>
    activity.reduce((total, one) => total + one[name], 0);
  return (
    <DataTable
      name="Limits"
      columns={['Limit', { name: 'Set to', isNumber: true }, { name: 'Used', isNumber: true }]}
    >
      <LimitRow
        name="Calls a minute"
        limit={shown(limits.calls_per_minute, defaults.calls_per_minute)}
        used="–"
      />
      <LimitRow
        name="Jobs at once"
        limit={shown(limits.jobs_at_once, defaults.jobs_at_once)}
        used={sum('open_jobs')}
      />
      <LimitRow
        name="Images a day"
        limit={shown(limits.images_per_day, defaults.images_per_day)}
        used={sum('images_today')}
      />
      <LimitRow
        name="Videos a day"
        limit={shown(limits.videos_per_day, defaults.videos_per_day)}
        used={sum('videos_today')}
      />
      <LimitRow
        name="Stored results, GiB"
        limit={shown(limits.stored_gib, 'of its tier')}
        used={(sum('stored_bytes') / 1024 ** 3).toFixed(2)}
      />
    </DataTable>
  );
}

interface LimitRowProps {
  readonly name: string;
  readonly limit: number | string;
  readonly used: number | string;
}

function LimitRow({ name, limit, used }: LimitRowProps) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <NumberCell>{limit}</NumberCell>
      <NumberCell>{used}</NumberCell>
    </Table.Tr>
  );
}

function Keys({ keys }: Pick<OperatorAccountDetail, 'keys'>) {
  return (
    <DataTable name="Keys" columns={['Begins with', 'Created', 'Revoked']}>
      {keys.length === 0 && <EmptyRow columns={3}>It has no key.</EmptyRow>}
      {keys.map(({ prefix, created_at: created, revoked_at: revoked }) => (
        <Table.Tr key={`${prefix} ${created}`}>
          <Table.Td className={classes.mono}>{prefix}…</Table.Td>
          <Table.Td>
            <Time at={created} as="short" />
          </Table.Td>
          <Table.Td>
            <Time at={revoked} as="short" />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function AccountLedgerPages({ accountId }: { readonly accountId: string }) {
  const query = usePages<AccountLedger>(`/accounts/${accountId}/ledger`, {});
  const transactions = query.data?.pages.flatMap((page) => page.transactions) ?? [];
  if (query.error !== null) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton h={160} />;
  return (
    <Stack gap="sm">
      <Ledger transactions={transactions} />
      <MoreButton
        query={query}
        shown={transactions.length === 1 ? '1 transaction' : `${transactions.length} transactions`}
      />
    </Stack>
  );
}
