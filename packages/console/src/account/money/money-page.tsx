import type { MoneyOverview } from '@kinora/contract';
import { Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../frame/failure.tsx';
import { moneyQuery } from './money-query.ts';
import { ProviderReturn } from './provider-return.tsx';

interface MoneyPageProps {
  readonly title: string;
  readonly children: (money: MoneyOverview) => ReactNode;
}

/** A page about the account's money: its heading at once, and its content when it is read. */
export function MoneyPage({ title, children }: MoneyPageProps) {
  const { data: money, error, refetch } = useQuery(moneyQuery);
  return (
    <Stack gap="lg">
      <Title order={1}>{title}</Title>
      {money !== undefined && <ProviderReturn money={money} />}
      {money !== undefined && children(money)}
      {money === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {money === undefined && error === null && (
        <Stack gap="lg" aria-busy="true" aria-label="Loading" role="status">
          <Skeleton height={140} />
          <Skeleton height={220} />
        </Stack>
      )}
    </Stack>
  );
}
